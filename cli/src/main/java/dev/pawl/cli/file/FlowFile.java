package dev.pawl.cli.file;

import dev.pawl.dialects.Dialects;
import dev.pawl.model.Flow;
import dev.pawl.model.definition.ReadResult;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentFormat;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A file that should contain a flow, with its findings.
 *
 * @param name the name as the user wrote it
 * @param flow present if no finding is an error
 */
public record FlowFile(String name, String text, Optional<Flow> flow, List<Finding> findings) {

  private static final List<String> ENDINGS =
      List.of(".asl.json", ".asl.yaml", ".asl.yml", ".json", ".yaml", ".yml", ".asl");

  public FlowFile {
    findings = List.copyOf(findings);
  }

  /**
   * Reads a file and checks its flow.
   *
   * @throws UsageException if the file cannot be read
   */
  public static FlowFile read(String name) {
    String text = Texts.read(name);
    ReadResult reading = Dialects.read(text, format(name, text));
    String shown = name.equals(Texts.STANDARD_INPUT) ? "standard input" : name;
    return new FlowFile(shown, text, reading.flow(), reading.findings());
  }

  /** Returns this file with additional findings, ordered by position. */
  public FlowFile with(List<Finding> more) {
    Comparator<Finding> byPlace =
        Comparator.comparingInt(Finding::line).thenComparingInt(Finding::column);
    List<Finding> all = Stream.concat(findings.stream(), more.stream()).sorted(byPlace).toList();
    return new FlowFile(name, text, flow, all);
  }

  /** Returns the definition with positions in the file; empty if the text cannot be parsed. */
  public Optional<Document> document() {
    boolean readable =
        findings.stream()
            .map(Finding::code)
            .noneMatch(code -> code == Finding.Code.SYNTAX || code == Finding.Code.TOO_LARGE);
    return readable
        ? Optional.of(Dialects.compile(text, format(name, text)).document())
        : Optional.empty();
  }

  /** Returns the definition as executions run it. */
  public String definition() {
    return Dialects.definition(code(), text);
  }

  private static DocumentFormat format(String name, String text) {
    return DocumentFormat.ofFile(name).orElseGet(() -> DocumentFormat.ofText(text));
  }

  /** Returns the file name extensions of flows, in the order in which they are tried. */
  public static List<String> endings() {
    return ENDINGS;
  }

  /** Returns the code of the flow on a server: the id in the text, or else the file name. */
  public String deploymentCode() {
    return Dialects.compile(text, format(name, text)).code().orElseGet(this::code);
  }

  /** Returns the code of the flow: the file name without folder and extension. */
  public String code() {
    return code(name);
  }

  /** Returns the code of the flow in a file of the given name. */
  public static String code(String name) {
    String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    return ENDINGS.stream()
        .filter(ending -> last.endsWith(ending) && last.length() > ending.length())
        .findFirst()
        .map(ending -> last.substring(0, last.length() - ending.length()))
        .orElse(last);
  }

  public long errors() {
    return count(Finding.Severity.ERROR);
  }

  public long warnings() {
    return count(Finding.Severity.WARNING);
  }

  private long count(Finding.Severity severity) {
    return findings.stream().filter(finding -> finding.severity() == severity).count();
  }
}
