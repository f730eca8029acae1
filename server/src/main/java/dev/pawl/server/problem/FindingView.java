package dev.pawl.server.problem;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.pawl.model.finding.Finding;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Locale;

/** An error or warning about a definition, as the API shows it. */
public record FindingView(
    @Schema(description = "Code of the finding, which does not change.", example = "BAD_TARGET")
        String code,
    @Schema(
            description = "Place in the definition, as a JSON Pointer.",
            example = "/States/Charge/Next")
        String location,
    @Schema(description = "Line in the source; 0 if it is not known.", example = "12") int line,
    @Schema(description = "Column in the source; 0 if it is not known.", example = "7") int column,
    @Schema(description = "Severity; only errors prevent a publication.") Severity severity,
    @Schema(description = "The finding in a sentence.", example = "there is no state 'Shipp'")
        String message,
    @Schema(description = "What to do about it.", example = "did you mean 'Ship'?") String advice) {

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
