package dev.pawl.simulation.conformance;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.EvaluationTime;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.jsonata.Jsonata;
import dev.pawl.model.jsonata.JsonataExpression;
import dev.pawl.model.jsonata.JsonataSyntaxException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A JSONata expression on a document. */
final class JsonataCase implements CaseRunner {

  private static final double TOLERANCE = 1e-15;

  private final Json datasets;

  JsonataCase(Json datasets) {
    this.datasets = datasets;
  }

  @Override
  public Optional<String> difference(JsonObject each) {
    Json expect = each.get("expect").orElseThrow();
    Optional<Json> input =
        each.get("data").or(() -> each.get("dataset").flatMap(name -> datasets.get(name.asText())));
    Map<String, Json> variables =
        each.get("bindings").map(json -> ((JsonObject) json).members()).orElse(Map.of());
    Optional<Json> result;
    try {
      JsonataExpression expression =
          JsonataExpression.parse(RecordedCases.text(each, "expression"));
      result = Jsonata.evaluate(expression, input, variables, moment(), new Budget(), true);
    } catch (JsonataSyntaxException e) {
      return code(expect, e.code(), e.getMessage());
    } catch (ExpressionException e) {
      return code(expect, e.code(), e.getMessage());
    }
    boolean unordered = expect.get("unordered").isPresent();
    boolean same =
        result.isEmpty()
            ? expect.get("undefined").isPresent()
            : expect.get("result").filter(r -> isSame(r, result.get(), unordered)).isPresent();
    return same
        ? Optional.empty()
        : Optional.of("was " + result.map(Json::toString).orElse("undefined"));
  }

  private static Optional<String> code(Json expect, String code, String message) {
    return expect.get("code").filter(Json.of(code)::equals).isPresent()
        ? Optional.empty()
        : Optional.of("failed with " + code + ": " + message);
  }

  private static EvaluationTime moment() {
    Random random = new Random(1);
    return new EvaluationTime() {
      @Override
      public Instant now() {
        return Instant.parse("2026-01-31T09:30:00Z");
      }

      @Override
      public long nextLong() {
        return random.nextLong();
      }
    };
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
      Optional<Json> match = rest.stream().filter(r -> isSame(element, r, false)).findFirst();
      if (match.isEmpty()) {
        return false;
      }
      rest.remove(match.get());
    }
    return true;
  }
}
