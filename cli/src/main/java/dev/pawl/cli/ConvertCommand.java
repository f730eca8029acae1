package dev.pawl.cli;

import dev.pawl.cli.file.Texts;
import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.model.definition.DefinitionWriter;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.model.json.JsonSyntaxException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Implements {@code pawl convert}: converts a flow between JSON and YAML. */
@Command(
    name = "convert",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Converts a flow to YAML or JSON without changing its meaning.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl convert order.asl.json --to yaml > order.asl.yaml",
      "",
      "Exit codes:",
      "  0  converted (the flow may have findings: pawl validate shows them)",
      "  2  the command line is invalid, or the file cannot be read as JSON or YAML"
    })
final class ConvertCommand implements Callable<Integer> {

  /** The target formats, named as on the command line. */
  enum Target {
    json(DocumentFormat.JSON),
    yaml(DocumentFormat.YAML);

    private final DocumentFormat format;

    Target(DocumentFormat format) {
      this.format = format;
    }
  }

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "A flow file, JSON or YAML; - for standard input.")
  private String name = "";

  @Option(
      names = "--to",
      required = true,
      paramLabel = "FORMAT",
      description = "One of ${COMPLETION-CANDIDATES}.")
  private Target target = Target.json;

  @Override
  public Integer call() {
    String text = Texts.read(name);
    DocumentFormat from = DocumentFormat.ofFile(name).orElseGet(() -> DocumentFormat.ofText(text));
    PrintWriter out = spec.commandLine().getOut();
    try {
      out.print(DefinitionWriter.write(Document.read(text, from), target.format));
      out.flush();
      return ExitCode.SUCCESS;
    } catch (JsonSyntaxException e) {
      throw new UsageException(
          "%s:%d:%d: %s".formatted(name, e.line(), e.column(), e.getMessage()));
    }
  }
}
