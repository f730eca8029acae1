package dev.pawl.cli;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.ServerCommands;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The program {@code pawl} with its commands and exit codes. */
@Command(
    name = "pawl",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Checks, draws and runs flows in the Amazon States Language, locally or on a server.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ValidateCommand.class,
      RunCommand.class,
      DiagramCommand.class,
      ConvertCommand.class,
      CompletionCommand.class,
      CommandLine.HelpCommand.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl validate order.asl.yaml",
      "  pawl run order.asl.yaml --input '{\"total\": 40}' --mock charge='{\"id\": 1}'",
      "  pawl diagram order.asl.yaml",
      "  pawl up                               starts a server, see pawl up --help",
      "  pawl deploy order.asl.yaml --publish",
      "  pawl start order --input '{\"total\": 40}' --wait",
      "  pawl help run",
      "",
      "Exit codes:",
      "  0  success",
      "  1  a flow has errors, its execution did not succeed, or the server refused the request",
      "  2  the command line is invalid, or a file cannot be read",
      "  3  a defect in Pawl",
      "  4  the server does not answer",
      "  5  there is no key, or the key lacks the permission"
    })
public final class PawlCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show where in Pawl an unexpected error happened.")
  private boolean debug;

  private PawlCommand() {}

  public static void main(String[] arguments) {
    CommandLine pawl = commandLine();
    pawl.setOut(utf8(FileDescriptor.out));
    pawl.setErr(utf8(FileDescriptor.err));
    int exitCode = execute(pawl, arguments);
    pawl.getOut().flush();
    pawl.getErr().flush();
    System.exit(exitCode);
  }

  /**
   * Executes the command; reports errors of the JVM, which {@link CommandErrorHandler} does not
   * receive.
   */
  private static int execute(CommandLine pawl, String[] arguments) {
    try {
      return pawl.execute(arguments);
    } catch (StackOverflowError | OutOfMemoryError e) {
      pawl.getErr().println("pawl: out of memory or stack: " + e);
      return ExitCode.DEFECT;
    }
  }

  /** Returns a writer in UTF-8, because JSON is UTF-8 whatever the platform's charset is. */
  private static PrintWriter utf8(FileDescriptor descriptor) {
    return new PrintWriter(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }

  /** Returns the program ready to execute; tests replace its streams. */
  public static CommandLine commandLine() {
    PawlCommand pawl = new PawlCommand();
    CommandErrorHandler mishaps = new CommandErrorHandler(() -> pawl.debug);
    CommandLine program = new CommandLine(pawl);
    ServerCommands.addTo(program);
    return program
        // The @ is part of our own options: --input @file.
        .setExpandAtFiles(false)
        .setUsageHelpAutoWidth(true)
        .setUsageHelpLongOptionsMaxWidth(28)
        .setParameterExceptionHandler(mishaps)
        .setExecutionExceptionHandler(mishaps);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }
}
