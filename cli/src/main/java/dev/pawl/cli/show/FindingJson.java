package dev.pawl.cli.show;

import dev.pawl.model.finding.Finding;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;

/** Findings for programs. */
public final class FindingJson {

  private FindingJson() {}

  public static JsonObject ofFile(String file, List<Finding> findings) {
    boolean valid = findings.stream().noneMatch(f -> f.severity() == Finding.Severity.ERROR);
    return JsonObject.of("file", Json.of(file))
        .with("valid", Json.of(valid))
        .with("findings", of(findings));
  }

  public static JsonArray of(List<Finding> findings) {
    return JsonArray.of(findings.stream().map(FindingJson::of).toList());
  }

  private static Json of(Finding finding) {
    return JsonObject.of("code", Json.of(finding.code().name()))
        .with("severity", Json.of(finding.severity().name()))
        .with("location", Json.of(finding.location()))
        .with("line", Json.of(finding.line()))
        .with("column", Json.of(finding.column()))
        .with("message", Json.of(finding.message()))
        .with("advice", Json.of(finding.advice()));
  }
}
