package dev.pawl.cli;

import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program: its commands, its exit codes. */
@Command(
    name = "pawl",
    mixinStandardHelpOptions = true,
    versionProvider = Pawl.Version.class,
    description = "Checks, draws and runs flows written in the Amazon States Language.")
public final class Pawl implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  private Pawl() {}

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The program ready to execute; tests give it other streams first. */
  public static CommandLine commandLine() {
    return new CommandLine(new Pawl());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }

  /** Reads the version that the build wrote into the jar. */
  static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      String version =
          Optional.ofNullable(Pawl.class.getPackage().getImplementationVersion())
              .orElse("(not built as a jar)");
      return new String[] {"pawl " + version};
    }
  }
}
