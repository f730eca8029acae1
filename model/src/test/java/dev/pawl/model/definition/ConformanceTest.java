package dev.pawl.model.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.json.Format;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Judges definitions as the suites of others do, apart from deviations listed one by one. */
class ConformanceTest {

  private static final String[] JUDGED = {
    "aws", "statelint", "statelint-py", "asl-validator", "asl-service"
  };

  @Test
  void shouldJudgeDefinitionsAsTheSuitesDo() throws IOException {
    if (Conformance.isAbsent()) {
      return;
    }
    Map<String, String> deviations = deviations();
    Map<String, int[]> table = new TreeMap<>();
    List<String> surprises = new ArrayList<>();

    for (Conformance.Case each : Conformance.cases(JUDGED)) {
      if (each.isValidation()) {
        boolean right = judgedRightly(each);
        int[] row = table.computeIfAbsent(suite(each), s -> new int[2]);
        row[0] += right ? 1 : 0;
        row[1]++;
        if (right == deviations.containsKey(each.id())) {
          surprises.add(
              each.id() + (right ? " passes but is listed" : ": " + read(each).findings()));
        }
      }
    }

    table.forEach((suite, row) -> System.out.println(suite + ": " + row[0] + "/" + row[1]));
    assertThat(surprises).isEmpty();
  }

  @Test
  void shouldReadEveryDefinitionThatRuns() {
    if (Conformance.isAbsent()) {
      return;
    }
    List<String> refused = new ArrayList<>();

    for (Conformance.Case each : Conformance.cases("aws", "als", "floe")) {
      if (!each.isValidation() && !each.expects("invalid_or_failed")) {
        Reading reading = read(each);
        if (!reading.isValid()) {
          refused.add(each.id() + ": " + reading.errors());
        }
      }
    }

    assertThat(refused).isEmpty();
  }

  private static boolean judgedRightly(Conformance.Case each) {
    Reading reading = read(each);
    if (each.expects("valid")) {
      return reading.isValid();
    }
    return !reading.isValid()
        || each.group().equals("validation_lint") && !reading.findings().isEmpty();
  }

  private static Reading read(Conformance.Case each) {
    return each.definitionText()
        .map(text -> Definitions.read(text, Format.JSON))
        .orElseGet(() -> Definitions.read(each.definition().orElseThrow()));
  }

  private static String suite(Conformance.Case each) {
    return each.id().substring(0, each.id().indexOf('/')) + " " + each.group();
  }

  /** One deviation per line: the id of the case, a tab, the reason. */
  private static Map<String, String> deviations() throws IOException {
    Map<String, String> reasons = new HashMap<>();
    try (InputStream in = ConformanceTest.class.getResourceAsStream("deviations.tsv")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      text.lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split("\t", 2))
          .forEach(entry -> reasons.put(entry[0], entry[1]));
    }
    return reasons;
  }
}
