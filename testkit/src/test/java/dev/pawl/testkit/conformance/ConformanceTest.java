package dev.pawl.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConformanceTest {

  @Test
  void shouldRunAsRecorded() throws Exception {
    Path folder = Path.of(System.getProperty("pawl.conformance", "../../shared/conformance"));
    if (!Files.isDirectory(folder)) {
      System.out.println("The conformance cases are not here; nothing to run.");
      return;
    }
    List<String> failures = new ArrayList<>();
    int count = 0;
    for (String suite : List.of("aws", "als", "floe")) {
      for (JsonObject each : cases(folder.resolve(suite))) {
        if (each.get("expect").orElseThrow() instanceof JsonObject expect
            && (expect.has("status") || expect.has("invalid_or_failed"))) {
          count++;
          String id = each.get("id").map(Json::asText).orElse("?");
          try {
            Optional<String> failure = new RunningCase(each).run();
            failure.ifPresent(text -> failures.add(id + ": " + text));
          } catch (RuntimeException e) {
            java.io.StringWriter w = new java.io.StringWriter();
            e.printStackTrace(new java.io.PrintWriter(w));
            failures.add(id + ": " + w.toString().lines().limit(8).toList());
          }
        }
      }
    }

    assertThat(failures).as("%d cases", count).isEmpty();
  }

  private static List<JsonObject> cases(Path folder) throws IOException {
    List<JsonObject> cases = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().filter(f -> f.toString().endsWith(".jsonl")).toList()) {
        for (String line : Files.readAllLines(file)) {
          cases.add((JsonObject) JsonText.parse(line));
        }
      }
    }
    return cases;
  }
}
