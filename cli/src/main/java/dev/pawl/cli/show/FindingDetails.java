package dev.pawl.cli.show;

import dev.pawl.model.finding.Finding;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Locale;

/**
 * A finding in printable form. A finding from a server may have a code that this program lacks.
 *
 * @param location a JSON Pointer to the position
 * @param line counted from 1; 0 if unknown
 * @param column counted from 1; 0 if unknown
 */
public record FindingDetails(
    String code,
    Finding.Severity severity,
    String location,
    int line,
    int column,
    String message,
    String advice) {

  public static FindingDetails of(Finding finding) {
    return new FindingDetails(
        finding.code().name(),
        finding.severity(),
        finding.location(),
        finding.line(),
        finding.column(),
        finding.message(),
        finding.advice());
  }

  /** Returns the findings in the response of a server; an empty list if it has none. */
  public static List<FindingDetails> ofAnswer(Json answer) {
    return answer.get("findings").orElse(JsonArray.EMPTY) instanceof JsonArray findings
        ? findings.elements().stream().map(FindingDetails::read).toList()
        : List.of();
  }

  private static FindingDetails read(Json finding) {
    return new FindingDetails(
        text(finding, "code"),
        text(finding, "severity").toLowerCase(Locale.ROOT).equals("error")
            ? Finding.Severity.ERROR
            : Finding.Severity.WARNING,
        text(finding, "location"),
        number(finding, "line"),
        number(finding, "column"),
        text(finding, "message"),
        text(finding, "advice"));
  }

  private static String text(Json finding, String field) {
    return finding.get(field).map(Json::asText).orElse("");
  }

  private static int number(Json finding, String field) {
    return finding.get(field).orElse(Json.of(0)) instanceof JsonNumber number && number.isLong()
        ? Math.toIntExact(Math.clamp(number.longValue(), 0, Integer.MAX_VALUE))
        : 0;
  }

  JsonObject toJson() {
    return JsonObject.of("code", Json.of(code))
        .with("severity", Json.of(severity.name()))
        .with("location", Json.of(location))
        .with("line", Json.of(line))
        .with("column", Json.of(column))
        .with("message", Json.of(message))
        .with("advice", Json.of(advice));
  }
}
