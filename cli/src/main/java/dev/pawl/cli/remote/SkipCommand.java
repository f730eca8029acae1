package dev.pawl.cli.remote;

import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.program.Version;
import dev.pawl.sdk.JsonObject;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pawl skip}. */
@Command(
    name = "skip",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Ends a step that is going on, in favour of an output that you give.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl skip 0190... Charge --output '{\"paid\": true}' --reason \"paid in cash\""})
final class SkipCommand implements Callable<Integer> {

  private static final Set<String> OPEN = Set.of("PENDING", "RUNNING");

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private StepOrder order = new StepOrder();

  @Option(
      names = "--output",
      paramLabel = "JSON",
      description = "What it brings: JSON, @file, or - for standard input.")
  private String output = "{}";

  @Override
  public Integer call() {
    return order.give(
        server,
        "skip",
        JsonObject.of("output", JsonArgument.read("--output", output)),
        step -> OPEN.contains(Executions.text(step, "status")));
  }
}
