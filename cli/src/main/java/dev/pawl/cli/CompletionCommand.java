package dev.pawl.cli;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Implements {@code pawl completion}: prints a completion script for a shell. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Prints a script that lets a shell complete pawl's commands and options.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  source <(pawl completion bash)        for this shell",
      "  pawl completion bash > ~/.local/share/bash-completion/completions/pawl",
      "  pawl completion zsh >> ~/.zshrc"
    })
final class CompletionCommand implements Callable<Integer> {

  /** The supported shells. */
  enum Shell {
    bash,
    zsh
  }

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
  private Shell shell = Shell.bash;

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    String script =
        switch (shell) {
          // One script serves both: it contains the compatibility code for zsh.
          case bash, zsh -> AutoComplete.bash("pawl", root);
        };
    spec.commandLine().getOut().print(script);
    spec.commandLine().getOut().flush();
    return ExitCode.SUCCESS;
  }
}
