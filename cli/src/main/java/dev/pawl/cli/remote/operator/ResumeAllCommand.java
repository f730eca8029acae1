package dev.pawl.cli.remote.operator;

import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.sdk.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Implements {@code pawl resume-all}: ends {@code pawl pause-all}. */
@Command(
    name = "resume-all",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Ends pawl pause-all: flows can start again, and what it paused is resumed.",
      "Executions that were paused before stay paused.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  pawl resume-all"})
public final class ResumeAllCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private BulkOperatorCommand action = new BulkOperatorCommand();

  @Override
  public Integer call() {
    return action.send(server, "resume-all", JsonObject.EMPTY);
  }
}
