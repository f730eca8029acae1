package dev.pawl.server.problem;

import dev.pawl.model.finding.Finding;
import java.util.Locale;

/** A finding as the API shows it. */
public record FindingView(
    String code,
    String location,
    int line,
    int column,
    String severity,
    String message,
    String advice) {

  public static FindingView of(Finding finding) {
    return new FindingView(
        finding.code().name(),
        finding.location(),
        finding.line(),
        finding.column(),
        finding.severity().name().toLowerCase(Locale.ROOT),
        finding.message(),
        finding.advice());
  }
}
