package dev.pawl.cli.file;

import dev.pawl.model.Flow;
import dev.pawl.model.definition.Definitions;
import dev.pawl.model.definition.Reading;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.Format;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A file that holds, or should hold, a flow.
 *
 * @param name as the user wrote it
 * @param flow present if no finding is an error
 */
public record FlowFile(String name, String text, Optional<Flow> flow, List<Finding> findings) {

  private static final List<String> ENDINGS =
      List.of(".asl.json", ".asl.yaml", ".asl.yml", ".json", ".yaml", ".yml", ".asl");

  public FlowFile {
    findings = List.copyOf(findings);
  }

  /**
   * Reads a file and checks what it holds.
   *
   * @throws UsageException if there is no such text
   */
  public static FlowFile read(String name) {
    String text = Texts.read(name);
    Reading reading = Definitions.read(text, format(name, text));
    String shown = name.equals(Texts.STANDARD_INPUT) ? "standard input" : name;
    return new FlowFile(shown, text, reading.flow(), reading.findings());
  }

  /** The same file with more to say about it, in the order of its text. */
  public FlowFile with(List<Finding> more) {
    Comparator<Finding> byPlace =
        Comparator.comparingInt(Finding::line).thenComparingInt(Finding::column);
    List<Finding> all = Stream.concat(findings.stream(), more.stream()).sorted(byPlace).toList();
    return new FlowFile(name, text, flow, all);
  }

  /** What the file holds, with its positions; empty if it is no document. */
  public Optional<Document> document() {
    boolean readable =
        findings.stream()
            .map(Finding::code)
            .noneMatch(code -> code == Finding.Code.SYNTAX || code == Finding.Code.TOO_LARGE);
    return readable ? Optional.of(Document.read(text, format(name, text))) : Optional.empty();
  }

  private static Format format(String name, String text) {
    return Format.ofFile(name).orElseGet(() -> Format.ofText(text));
  }

  /** The endings by which the file of a flow is looked for, the likeliest first. */
  public static List<String> endings() {
    return ENDINGS;
  }

  /** The flow's code: the file's name without folder and ending. */
  public String code() {
    return code(name);
  }

  /** The code of the flow in a file of that name. */
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
