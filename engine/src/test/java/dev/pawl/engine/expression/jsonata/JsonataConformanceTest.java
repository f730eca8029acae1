package dev.pawl.engine.expression.jsonata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.json.JsonText;
import dev.pawl.model.jsonata.JsonataExpression;
import dev.pawl.model.jsonata.JsonataSyntaxException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The language's own test suite, where it lies beside the checkout. */
class JsonataConformanceTest {

  private static final double TOLERANCE = 1e-15;

  @Test
  void shouldAnswerAsTheLanguageTestSuiteExpects() throws IOException {
    Path folder = folder();
    if (!Files.isDirectory(folder)) {
      System.out.println("JSONata test suite: not found in " + folder + ", skipped");
      return;
    }
    Json datasets = JsonText.parse(Files.readString(folder.resolve("datasets.json")));
    Map<String, String> expectedDeviations = deviations();

    Map<String, String> deviations = new LinkedHashMap<>();
    Map<String, int[]> groups = new TreeMap<>();
    for (String line : Files.readAllLines(folder.resolve("jsonata.jsonl"))) {
      Json example = JsonText.parse(line);
      String answer = answer(example, datasets);
      int[] counts = groups.computeIfAbsent(text(example, "group"), group -> new int[2]);
      counts[0]++;
      if (!answer.isEmpty()) {
        deviations.put(text(example, "id"), answer);
        counts[1]++;
      }
    }

    int total = groups.values().stream().mapToInt(counts -> counts[0]).sum();
    System.out.printf(
        "JSONata test suite: %d of %d cases pass%n", total - deviations.size(), total);
    assertThat(total).isPositive();
    assertThat(deviations.keySet())
        .as("cases that deviate, with the answer: %s", deviations)
        .containsExactlyInAnyOrderElementsOf(expectedDeviations.keySet());
  }

  private static Path folder() {
    String root = System.getProperty("pawl.root", "..");
    return Path.of(System.getProperty("pawl.conformance", root + "/../shared/conformance"))
        .resolve("jsonata");
  }

  private static Map<String, String> deviations() throws IOException {
    try (InputStream in = JsonataConformanceTest.class.getResourceAsStream("deviations.txt")) {
      Map<String, String> deviations = new LinkedHashMap<>();
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      text.lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split(" \\| ", 2))
          .forEach(parts -> deviations.put(parts[0].strip(), parts[1].strip()));
      return deviations;
    }
  }

  private static String text(Json example, String member) {
    return example.get(member).orElseThrow().asText();
  }

  /** Empty if the answer is the expected one. */
  private static String answer(Json example, Json datasets) {
    Json expected = example.get("expect").orElseThrow();
    Optional<Json> input =
        example
            .get("data")
            .or(() -> example.get("dataset").flatMap(name -> datasets.get(name.asText())));
    Map<String, Json> variables =
        example.get("bindings").map(json -> ((JsonObject) json).members()).orElse(Map.of());
    Optional<Json> result;
    try {
      JsonataExpression expression = JsonataExpression.parse(text(example, "expression"));
      result =
          Jsonata.evaluate(expression, input, variables, new FixedMoment(), new Budget(), true);
    } catch (JsonataSyntaxException e) {
      return checkCode(expected, e.code(), e.getMessage());
    } catch (ExpressionException e) {
      return checkCode(expected, e.code(), e.getMessage());
    }
    boolean unordered = expected.get("unordered").isPresent();
    boolean same =
        result.isEmpty()
            ? expected.get("undefined").isPresent()
            : expected
                .get("result")
                .map(wanted -> isSame(wanted, result.get(), unordered))
                .orElse(false);
    return same ? "" : result.map(Json::toString).orElse("undefined");
  }

  private static String checkCode(Json expected, String code, String message) {
    boolean same = expected.get("code").map(wanted -> wanted.asText().equals(code)).orElse(false);
    return same ? "" : code + ": " + message;
  }

  private static boolean isSame(Json wanted, Json got, boolean unordered) {
    if (wanted instanceof JsonNumber a && got instanceof JsonNumber b) {
      double difference = Math.abs(a.doubleValue() - b.doubleValue());
      return difference <= TOLERANCE * Math.abs(a.doubleValue());
    }
    if (wanted instanceof JsonArray a && got instanceof JsonArray b) {
      return a.length() == b.length()
          && (unordered ? isSameSet(a.elements(), b.elements()) : isSameList(a, b));
    }
    if (wanted instanceof JsonObject a && got instanceof JsonObject b) {
      return a.members().keySet().equals(b.members().keySet())
          && a.members().entrySet().stream()
              .allMatch(e -> isSame(e.getValue(), b.members().get(e.getKey()), false));
    }
    return wanted.equals(got);
  }

  private static boolean isSameList(JsonArray wanted, JsonArray got) {
    for (int i = 0; i < wanted.length(); i++) {
      if (!isSame(wanted.elements().get(i), got.elements().get(i), false)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSameSet(List<Json> wanted, List<Json> got) {
    List<Json> rest = new ArrayList<>(got);
    for (Json element : wanted) {
      Optional<Json> match =
          rest.stream().filter(other -> isSame(element, other, false)).findFirst();
      if (match.isEmpty()) {
        return false;
      }
      rest.remove(match.get());
    }
    return true;
  }
}
