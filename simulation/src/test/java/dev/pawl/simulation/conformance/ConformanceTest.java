package dev.pawl.simulation.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Runs every recorded conformance case. A difference that {@code docs/conformance.md} does not list
 * fails, and so does a listed one that no longer exists. {@code -Dpawl.conformance.write=true}
 * rewrites the table of the page.
 */
class ConformanceTest {

  private static final List<String> SUITES =
      List.of(
          "aws",
          "floe",
          "als",
          "statelint",
          "statelint-py",
          "asl-validator",
          "asl-service",
          "jsonata",
          "jsonpath");

  private final RecordedCases cases = new RecordedCases();
  private final ConformancePage page = new ConformancePage();

  /** Passed and total cases, by suite and group. */
  private final Map<String, int[]> figures = new TreeMap<>();

  @Test
  void shouldAnswerAsRecordedButForListedDeviations() throws Exception {
    if (!cases.areHere()) {
      System.out.println("The recorded cases are not beside this checkout; none was tried.");
      return;
    }
    Map<String, String> deviations = page.deviations();
    Set<String> listedButSame = new TreeSet<>(deviations.keySet());
    List<String> surprises = new ArrayList<>();

    for (String suite : SUITES) {
      for (JsonObject each : cases.of(suite)) {
        String id = RecordedCases.text(each, "id");
        Optional<String> difference = judge(suite, each).difference(each);
        count(suite, RecordedCases.text(each, "group"), difference.isEmpty());
        if (difference.isPresent() && !listedButSame.remove(id)) {
          surprises.add(id + ": " + difference.get());
        }
      }
    }

    if (Boolean.getBoolean("pawl.conformance.write")) {
      page.replaceTable(table());
    }
    assertThat(surprises).as("differences that are not listed").isEmpty();
    assertThat(listedButSame).as("listed, but as recorded").isEmpty();
    assertThat(page.table()).as("the table in docs/conformance.md").isEqualTo(table());
  }

  private CaseRunner judge(String suite, JsonObject each) throws IOException {
    if (suite.equals("jsonata")) {
      return new JsonataCase(cases.datasets());
    }
    if (suite.equals("jsonpath")) {
      return PathCase::difference;
    }
    return ExpectedResult.isOfDefinition(each)
        ? DefinitionCase::difference
        : one -> new RunningCase(one).run();
  }

  private void count(String suite, String group, boolean passed) {
    int place = 100 + SUITES.indexOf(suite);
    boolean whole = suite.startsWith("json");
    String row = "%d | %s | %s".formatted(place, suite, whole ? "expressions" : group);
    int[] counts = figures.computeIfAbsent(row, r -> new int[2]);
    counts[0] += passed ? 1 : 0;
    counts[1]++;
  }

  private String table() {
    StringBuilder text =
        new StringBuilder("| suite | group | as recorded | tried |\n| --- | --- | --- | --- |\n");
    int[] sum = new int[2];
    figures.forEach(
        (row, counts) -> {
          sum[0] += counts[0];
          sum[1] += counts[1];
          text.append("| %s | %d | %d |\n".formatted(row.substring(6), counts[0], counts[1]));
        });
    return text.append("| all | | %d | %d |\n".formatted(sum[0], sum[1])).toString();
  }
}
