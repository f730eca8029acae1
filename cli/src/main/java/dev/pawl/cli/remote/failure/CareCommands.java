package dev.pawl.cli.remote.failure;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.failure.FailureFamily;
import dev.pawl.client.failure.FailuresApi;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands that note what people do about a failure family. */
final class CareCommands {

  private CareCommands() {}

  /** The family and the note of a command. */
  static final class Target {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(index = "0", paramLabel = "FAMILY", description = "The id of the family.")
    private String family = "";

    @Option(names = "--note", paramLabel = "TEXT", description = "A note that the family keeps.")
    private @Nullable String note;

    /** An action on one family. */
    interface Action {
      FailureFamily apply(FailuresApi failures, String family, String note);
    }

    int apply(Action action) {
      FailureFamily after =
          action.apply(server.client().failures(), family, note == null ? "" : note);
      server.show(after.json(), FailureText.line(after));
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl failures know}. */
  @Command(
      name = "know",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Marks a failure family as known.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl failures know 9f2c41d07ab3e865 --note \"raise quota with provider\""})
  static final class Know implements Callable<Integer> {

    @Mixin private Target target = new Target();

    @Override
    public Integer call() {
      return target.apply(FailuresApi::know);
    }
  }

  /** Implements {@code pawl failures resolve}. */
  @Command(
      name = "resolve",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {
        "Marks a failure family as resolved, until another execution fails in it.",
        ""
      },
      footerHeading = "%nExamples:%n",
      footer = {"  pawl failures resolve 9f2c41d07ab3e865"})
  static final class Resolve implements Callable<Integer> {

    @Mixin private Target target = new Target();

    @Override
    public Integer call() {
      return target.apply(FailuresApi::resolve);
    }
  }

  /** Implements {@code pawl failures reopen}. */
  @Command(
      name = "reopen",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Reopens a known or resolved failure family.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl failures reopen 9f2c41d07ab3e865"})
  static final class Reopen implements Callable<Integer> {

    @Mixin private Target target = new Target();

    @Override
    public Integer call() {
      return target.apply(FailuresApi::reopen);
    }
  }

  /** Implements {@code pawl failures assign}. */
  @Command(
      name = "assign",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Names who takes care of a failure family.", ""},
      footerHeading = "%nExamples:%n",
      footer = {
        "  pawl failures assign 9f2c41d07ab3e865 clerk-1",
        "  pawl failures assign 9f2c41d07ab3e865            removes the assignee"
      })
  static final class Assign implements Callable<Integer> {

    @Mixin private Target target = new Target();

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "NAME",
        description = "A person or team; removes the assignee if absent.")
    private @Nullable String assignee;

    @Override
    public Integer call() {
      return target.apply(
          (failures, family, note) -> failures.assign(family, Optional.ofNullable(assignee), note));
    }
  }
}
