package dev.pawl.server.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.json.JsonText;
import dev.pawl.server.failure.FailureFactorView.FactorKind;
import dev.pawl.server.failure.FailureFactors.FactorName;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What failures have more often than successes is found, the largest difference first. */
class FailureFactorsTest {

  private static final FactorName CLIENT = new FactorName(FactorKind.LABEL, "client");
  private static final FactorName METHOD = new FactorName(FactorKind.INPUT, "method");
  private static final FactorName REGION = new FactorName(FactorKind.INPUT, "region");

  private static List<Map<FactorName, String>> executions(FactorName name, String... values) {
    return Stream.of(values).map(value -> Map.of(name, value)).toList();
  }

  @Test
  void shouldOrderByTheDifferenceOfShares() {
    List<Map<FactorName, String>> failed =
        IntStream.range(0, 10)
            .mapToObj(
                i -> Map.of(CLIENT, i < 8 ? "ACME" : "x" + i, METHOD, "prepaid", REGION, "eu"))
            .toList();
    List<Map<FactorName, String>> good =
        IntStream.range(0, 10)
            .mapToObj(i -> Map.of(CLIENT, i < 2 ? "ACME" : "y" + i, METHOD, "card", REGION, "eu"))
            .toList();

    List<FailureFactorView> factors = FailureFactors.of(failed, good);

    assertThat(factors)
        .containsExactly(
            new FailureFactorView(FactorKind.INPUT, "method", "prepaid", false, 10, 1.0, 0, 0.0),
            new FailureFactorView(FactorKind.LABEL, "client", "ACME", false, 8, 0.8, 2, 0.2));
  }

  @Test
  void shouldGroupValuesByTheirBeginning() {
    List<FailureFactorView> factors =
        FailureFactors.of(
            executions(METHOD, "pm_prepaid_1", "pm_prepaid_2", "pm_prepaid_3", "pm_card_9"),
            executions(METHOD, "pm_card_1", "pm_card_2", "pm_card_3", "pm_prepaid_8"));

    assertThat(factors)
        .containsExactly(
            new FailureFactorView(
                FactorKind.INPUT, "method", "pm_prepaid_*", true, 3, 0.75, 1, 0.25));
  }

  @Test
  void shouldPreferAWholeValueToItsBeginning() {
    List<FailureFactorView> factors =
        FailureFactors.of(
            executions(METHOD, "a-b-c", "a-b-c", "a-b-c"), executions(METHOD, "d", "e", "f"));

    assertThat(factors).extracting(FailureFactorView::value).containsExactly("a-b-c");
  }

  @Test
  void shouldSayNothingOfTooFew() {
    assertThat(
            FailureFactors.of(
                executions(CLIENT, "ACME", "ACME"), executions(CLIENT, "x", "y", "z")))
        .isEmpty();
    assertThat(FailureFactors.of(executions(CLIENT, "ACME", "ACME", "ACME"), List.of())).isEmpty();
  }

  @Test
  void shouldReadScalarsOfBoundedDepth() {
    assertThat(
            InputValues.of(
                JsonText.parse(
                    """
                    {"a": {"b": {"c": {"d": 1, "e": {"f": 2}}}}, "list": [1], "t": true,
                     "n": null, "long": "%s", "text": "x"}
                    """
                        .formatted("x".repeat(InputValues.MAX_TEXT + 1)))))
        .isEqualTo(Map.of("a.b.c.d", "1", "t", "true", "n", "null", "text", "x"));
    String many =
        IntStream.range(0, 100).mapToObj(i -> "\"k%d\": %d".formatted(i, i)).toList().toString();
    assertThat(InputValues.of(JsonText.parse("{" + many.substring(1, many.length() - 1) + "}")))
        .hasSize(InputValues.MAX_VALUES);
  }
}
