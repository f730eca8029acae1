package dev.pawl.cli;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.file.Texts;
import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Terminal;
import dev.pawl.cli.program.Version;
import dev.pawl.model.diagram.MermaidDiagram;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Implements {@code pawl diagram}: draws a flow as a Mermaid diagram. */
@Command(
    name = "diagram",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Draws a flow as a Mermaid diagram.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl diagram order.asl.yaml",
      "  pawl diagram order.asl.yaml --output order.mmd",
      "",
      "Mermaid is drawn by many Markdown viewers, in a block marked ```mermaid.",
      "",
      "Exit codes:",
      "  0  drawn",
      "  1  the flow has errors",
      "  2  the command line is invalid, or a file cannot be read or written"
    })
final class DiagramCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "A flow file, JSON or YAML; - for standard input.")
  private String name = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write the diagram to a file instead of standard output.")
  private Optional<String> output = Optional.empty();

  @Override
  public Integer call() {
    FlowFile file = FlowFile.read(name);
    if (file.flow().isEmpty()) {
      ValidateCommand.print(file, Terminal.paint(), spec.commandLine().getErr());
      return ExitCode.FAILURE;
    }
    String diagram = MermaidDiagram.of(file.flow().get());
    output.ifPresentOrElse(target -> write(target, diagram), () -> print(diagram));
    return ExitCode.SUCCESS;
  }

  private void print(String diagram) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(diagram.endsWith("\n") ? diagram : diagram + "\n");
    out.flush();
  }

  private static void write(String target, String diagram) {
    try {
      Files.writeString(Texts.path(target), diagram);
    } catch (IOException e) {
      throw new UsageException("'" + target + "' cannot be written: " + e.getMessage());
    }
  }
}
