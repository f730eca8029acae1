package dev.pawl.dialects;

import dev.pawl.model.Flow;
import dev.pawl.model.definition.ReadResult;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.model.json.DocumentText;
import java.util.List;
import java.util.Optional;

/**
 * A text of an author as a definition in the Amazon States Language.
 *
 * @param document the definition; its positions are those of the author's text
 * @param code code of the flow that the text gives itself; empty if it gives none
 * @param flow present if and only if no finding is an error
 * @param findings all findings, at their positions in the author's text
 * @param bindings events that start the flow
 */
public record CompiledDialect(
    Dialect dialect,
    Document document,
    SourceMap sourceMap,
    Optional<String> code,
    Optional<Flow> flow,
    List<Finding> findings,
    List<DialectBinding> bindings) {

  public CompiledDialect {
    findings = List.copyOf(findings);
    bindings = List.copyOf(bindings);
  }

  /** Returns the text of the definition: the author's own in the Amazon States Language. */
  public String text() {
    return dialect == Dialect.STATES
        ? document.text()
        : DocumentText.of(document, DocumentFormat.JSON);
  }

  /** Returns the flow and the findings. */
  public ReadResult result() {
    return new ReadResult(flow, findings);
  }
}
