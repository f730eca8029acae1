package dev.pawl.cli.show;

import dev.pawl.model.finding.Finding;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;

/** Formats findings as JSON. */
public final class FindingJson {

  private FindingJson() {}

  public static JsonObject ofFile(String file, List<Finding> findings) {
    boolean valid = findings.stream().noneMatch(f -> f.severity() == Finding.Severity.ERROR);
    return JsonObject.of("file", Json.of(file))
        .with("valid", Json.of(valid))
        .with("findings", of(findings));
  }

  public static JsonArray of(List<Finding> findings) {
    return ofDetails(findings.stream().map(FindingDetails::of).toList());
  }

  public static JsonArray ofDetails(List<FindingDetails> findings) {
    return JsonArray.of(findings.stream().map(FindingDetails::toJson).toList());
  }
}
