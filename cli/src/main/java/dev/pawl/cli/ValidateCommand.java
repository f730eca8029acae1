package dev.pawl.cli;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.file.FlowFiles;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Terminal;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.run.SiblingFlows;
import dev.pawl.cli.show.FindingJson;
import dev.pawl.cli.show.FindingText;
import dev.pawl.cli.show.Paint;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.model.json.DocumentText;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Implements {@code pawl validate}: checks flows and shows all findings. */
@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Checks flows and shows all findings at once.",
      "",
      "Errors prevent a flow from running; warnings point out probable mistakes. A flow that"
          + " 'flow:CODE' calls is looked for among the files and beside the file that calls it.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl validate order.asl.yaml",
      "  pawl validate flows/                  every *.json, *.yaml, *.yml and *.asl below",
      "  pawl validate --json flows/ | jq '.files[] | select(.valid | not) | .file'",
      "  generate-flow | pawl validate -",
      "",
      "Exit codes:",
      "  0  no errors (there may be warnings)",
      "  1  at least one error",
      "  2  the command line is invalid, or a file cannot be read"
    })
final class ValidateCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Flow files, JSON or YAML; folders; - for standard input.")
  private List<String> names = List.of();

  @Option(
      names = "--json",
      description = "Print one JSON document: {files: [{file, valid, findings: [...]}]}.")
  private boolean json;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    List<FlowFile> files = read(FlowFiles.expand(names));
    long errors = files.stream().mapToLong(FlowFile::errors).sum();
    if (json) {
      List<JsonObject> all =
          files.stream().map(f -> FindingJson.ofFile(f.name(), f.findings())).toList();
      out.print(
          DocumentText.of(
              Document.of(JsonObject.of("files", JsonArray.of(all))), DocumentFormat.JSON));
    } else {
      Paint paint = Terminal.paint();
      files.forEach(file -> print(file, paint, out));
      long warnings = files.stream().mapToLong(FlowFile::warnings).sum();
      out.println(FindingText.summary(files.size(), errors, warnings));
    }
    out.flush();
    return errors == 0 ? ExitCode.SUCCESS : ExitCode.FAILURE;
  }

  /**
   * Reads and checks the files; each may call the flows given together with it and those in its
   * folder.
   */
  private static List<FlowFile> read(List<String> names) {
    Set<String> codes = names.stream().map(FlowFile::code).collect(Collectors.toSet());
    return names.stream()
        .map(name -> new SiblingFlows(name).checked(FlowFile.read(name), codes))
        .toList();
  }

  static void print(FlowFile file, Paint paint, PrintWriter out) {
    FindingText text = new FindingText(file.name(), file.text(), paint);
    file.findings().forEach(finding -> out.print(text.of(finding)));
    out.flush();
  }
}
