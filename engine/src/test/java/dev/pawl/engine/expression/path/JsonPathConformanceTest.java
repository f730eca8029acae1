package dev.pawl.engine.expression.path;

import static dev.pawl.engine.expression.ConformanceCases.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ConformanceCases;
import dev.pawl.model.path.Path;
import dev.pawl.model.path.PathSyntaxException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class JsonPathConformanceTest {

  private static final String DEVIATIONS = "/conformance/jsonpath-deviations.txt";

  @Test
  void shouldSelectWhatRfc9535SaysButForListedDeviations() throws IOException {
    List<Json> cases = ConformanceCases.of("jsonpath/jsonpath.jsonl");
    TreeSet<String> failed = new TreeSet<>();
    for (Json each : cases) {
      if (!passes(each)) {
        failed.add(text(each, "id"));
      }
    }

    assertThat(failed).isEqualTo(cases.isEmpty() ? new TreeSet<>() : deviations());
  }

  private static boolean passes(Json each) {
    Json expected = each.get("expect").orElseThrow();
    Optional<JsonArray> found;
    try {
      Path path = Path.parse(text(each, "selector"));
      Json document = each.get("document").orElse(Json.of(0));
      found = Optional.of(JsonArray.of(Paths.select(path, document, new Budget())));
    } catch (PathSyntaxException e) {
      found = Optional.empty();
    }
    if (found.isEmpty()) {
      return expected.get("invalid").isPresent();
    }
    Json result = found.get();
    return expected.get("result").map(result::equals).orElse(false)
        || expected
            .get("results")
            .map(results -> ((JsonArray) results).elements().contains(result))
            .orElse(false);
  }

  /** One case a line: its id, a tab, our reason. */
  private static TreeSet<String> deviations() throws IOException {
    try (InputStream in = JsonPathConformanceTest.class.getResourceAsStream(DEVIATIONS)) {
      TreeSet<String> ids = new TreeSet<>();
      for (String line : new String(in.readAllBytes(), UTF_8).lines().toList()) {
        String[] parts = line.split("\t");
        assertThat(parts).as(line).hasSize(2);
        ids.add(parts[0]);
      }
      return ids;
    }
  }
}
