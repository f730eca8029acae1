package dev.pawl.server.problem;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.pawl.model.finding.Finding;
import java.util.Locale;

/** A finding as the API shows it. */
public record FindingView(
    String code,
    String location,
    int line,
    int column,
    Severity severity,
    String message,
    String advice) {

  /** How bad it is. */
  public enum Severity {
    ERROR,
    WARNING;

    @Override
    @JsonValue
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static FindingView of(Finding finding) {
    return new FindingView(
        finding.code().name(),
        finding.location(),
        finding.line(),
        finding.column(),
        Severity.valueOf(finding.severity().name()),
        finding.message(),
        finding.advice());
  }
}
