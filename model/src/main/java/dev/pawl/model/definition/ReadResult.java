package dev.pawl.model.definition;

import dev.pawl.model.Flow;
import dev.pawl.model.finding.Finding;
import java.util.List;
import java.util.Optional;

/**
 * The result of reading a definition.
 *
 * @param flow present if and only if no finding is an error
 * @param findings all findings, in the order of the text
 */
public record ReadResult(Optional<Flow> flow, List<Finding> findings) {

  public ReadResult {
    findings = List.copyOf(findings);
  }

  /** Returns true if the definition can be executed. */
  public boolean isValid() {
    return flow.isPresent();
  }

  public List<Finding> errors() {
    return ofSeverity(Finding.Severity.ERROR);
  }

  public List<Finding> warnings() {
    return ofSeverity(Finding.Severity.WARNING);
  }

  private List<Finding> ofSeverity(Finding.Severity severity) {
    return findings.stream().filter(finding -> finding.severity() == severity).toList();
  }
}
