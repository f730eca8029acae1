package dev.pawl.cli.remote;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pawl resume}. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lets a paused execution go on.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl resume 0190..."})
final class ResumeCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "ID", description = "The execution.")
  private String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for those who look later.")
  private @Nullable String reason;

  @Override
  public Integer call() {
    new Order(server).give(id, "resume", reason == null ? "" : reason);
    return ExitCode.SUCCESS;
  }
}
