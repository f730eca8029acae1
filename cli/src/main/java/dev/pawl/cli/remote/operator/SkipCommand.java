package dev.pawl.cli.remote.operator;

import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.execution.StepStatus;
import dev.pawl.sdk.Json;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code pawl skip}: ends a step in progress with the given output. */
@Command(
    name = "skip",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Ends a step in progress with the given output.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl skip 0190... Charge --output '{\"paid\": true}' --reason \"paid in cash\""})
public final class SkipCommand implements Callable<Integer> {

  private static final Set<StepStatus> OPEN = Set.of(StepStatus.PENDING, StepStatus.RUNNING);

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private StepCommand action = new StepCommand();

  @Option(
      names = "--output",
      paramLabel = "JSON",
      description = "The output of the step: JSON, @file, or - for standard input.")
  private String output = "{}";

  @Override
  public Integer call() {
    Json outputJson = JsonArgument.read("--output", output);
    return action.apply(
        server,
        "skip",
        (operator, step, reason) -> operator.skip(step.execution(), step.id(), outputJson, reason),
        step -> OPEN.contains(step.status()));
  }
}
