package dev.pawl.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks that docs/features.md is complete and that the proofs it names exist. */
class FeaturesPageTest {

  private static final int FEATURES = 289;
  private static final Set<String> STATUSES = Set.of("works", "partly", "not yet");
  private static final Pattern ROW =
      Pattern.compile("^\\| F(\\d+) \\| (.*) \\| (.*) \\|(.*)\\|$", Pattern.MULTILINE);
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

  private final List<Row> rows =
      ROW.matcher(Checkout.text("docs/features.md"))
          .results()
          .map(
              row ->
                  new Row(
                      Integer.parseInt(row.group(1)),
                      row.group(2).strip(),
                      row.group(3).strip(),
                      row.group(4).strip()))
          .toList();

  @Test
  void shouldHaveOneRowForEachFeature() {
    assertThat(rows.stream().map(Row::number))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, FEATURES).boxed().toList());
    assertThat(rows).allSatisfy(row -> assertThat(row.feature()).isNotBlank());
  }

  @Test
  void shouldUseKnownStatuses() {
    assertThat(rows).allSatisfy(row -> assertThat(row.status()).isIn(STATUSES));
  }

  @Test
  void shouldNameAProofForEachFeature() {
    assertThat(rows)
        .filteredOn(row -> !row.status().equals("not yet"))
        .allSatisfy(row -> assertThat(row.proof()).isNotBlank());
  }

  @Test
  void shouldNameProofsThatExist() {
    List<String> sources = Checkout.sources();

    for (Row row : rows) {
      QUOTED
          .matcher(row.proof())
          .results()
          .map(quoted -> quoted.group(1))
          .forEach(
              proof ->
                  assertThat(exists(proof, sources))
                      .as("F%d is proved by %s, which is not in the tree", row.number(), proof)
                      .isTrue());
    }
  }

  /**
   * Returns true if the proof is a path, a test class, or a method of a test class such as {@code
   * SomeTest.shouldWork}.
   */
  private static boolean exists(String proof, List<String> sources) {
    if (Files.exists(Checkout.ROOT.resolve(proof))) {
      return true;
    }
    String[] parts = proof.split("\\.");
    return sources.stream()
        .filter(file -> file.endsWith("/" + parts[0] + ".java"))
        .anyMatch(file -> parts.length == 1 || Checkout.text(file).contains(" " + parts[1] + "("));
  }

  private record Row(int number, String feature, String status, String proof) {}
}
