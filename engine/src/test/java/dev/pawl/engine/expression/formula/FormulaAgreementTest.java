package dev.pawl.engine.expression.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.formula.FormulaOracle.NoValueException;
import dev.pawl.engine.expression.formula.RandomCall.UnclearException;
import dev.pawl.engine.expression.formula.RandomFormula.Sample;
import dev.pawl.model.formula.Formula;
import dev.pawl.model.formula.FormulaFinding;
import dev.pawl.model.formula.FormulaScope;
import dev.pawl.model.formula.FormulaType;
import dev.pawl.model.formula.ParsedFormula;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random formulas over random data have the value that a direct evaluation gives them. */
class FormulaAgreementTest {

  private static final int FORMULAS = Integer.getInteger("pawl.formulas", 20_000);
  private static final FormulaScope SCOPE = FormulaScope.ofRoot(FormulaType.object(Map.of(), true));
  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");

  @Test
  void shouldAgreeWithADirectEvaluation() {
    int compared = 0;
    int failed = 0;
    for (int seed = 0; seed < FORMULAS; seed++) {
      Random random = new Random(seed);
      Sample sample = new RandomFormula(random).any(4);
      ParsedFormula parsed = Formula.parse(sample.text(), SCOPE);
      if (parsed.formula().isEmpty()) {
        assertPositions(sample.text(), parsed.findings());
        continue;
      }
      for (int i = 0; i < 3; i++) {
        Map<String, Object> data = data(random);
        Object expected;
        try {
          expected = sample.meaning().of(data);
        } catch (NoValueException e) {
          expected = null;
        } catch (UnclearException e) {
          continue;
        }
        compared++;
        failed += expected == null ? 1 : 0;
        compare(seed, parsed.orElseThrow(), data, expected);
      }
    }
    // Wrong types are common in random formulas, but most must have a value.
    assertThat(compared).isGreaterThan(FORMULAS);
    assertThat(failed).isLessThan(compared / 2);
  }

  @Test
  void shouldAgreeWhereTypesAreKnown() {
    FormulaScope typed =
        FormulaScope.ofRoot(
            FormulaType.ofSchema(
                Json.parse(
                    """
                    {"type": "object", "required": ["status", "amount", "active", "tags"],
                     "additionalProperties": true, "properties": {
                      "status": {"type": "string"}, "amount": {"type": "number"},
                      "active": {"type": "boolean"},
                      "tags": {"type": "array", "items": {"type": "string"}}}}\
                    """)));
    int compared = 0;
    for (int seed = 0; seed < FORMULAS; seed++) {
      Random random = new Random(seed);
      Sample sample = new RandomFormula(random).any(3);
      ParsedFormula parsed = Formula.parse(sample.text(), typed);
      if (parsed.formula().isEmpty()) {
        continue;
      }
      Map<String, Object> data = data(random);
      data.put("status", random.nextBoolean() ? "ACTIVE" : "a");
      data.put("amount", BigDecimal.valueOf(random.nextInt(200), random.nextInt(2)));
      data.put("active", random.nextBoolean());
      data.put("tags", random.nextBoolean() ? List.of() : List.of("ACTIVE"));
      try {
        compare(seed, parsed.orElseThrow(), data, sample.meaning().of(data));
        compared++;
      } catch (NoValueException | UnclearException e) {
        // Covered above.
      }
    }
    assertThat(compared).isGreaterThan(FORMULAS / 4);
  }

  @Test
  void shouldFindThePositionOfEveryError() {
    int wrong = 0;
    for (int seed = 0; seed < FORMULAS; seed++) {
      Random random = new Random(seed);
      String text = mutated(new RandomFormula(random).any(3).text(), random);
      ParsedFormula parsed = Formula.parse(text, SCOPE);
      if (parsed.formula().isEmpty()) {
        wrong++;
        assertPositions(text, parsed.findings());
      }
    }
    assertThat(wrong).isGreaterThan(FORMULAS / 4);
  }

  private static void assertPositions(String text, List<FormulaFinding> findings) {
    assertThat(findings).as(text).isNotEmpty();
    List<String> lines = List.of(text.split("\n", -1));
    for (FormulaFinding finding : findings) {
      assertThat(finding.line()).as(text).isBetween(1, lines.size());
      assertThat(finding.column())
          .as(text)
          .isBetween(1, lines.get(finding.line() - 1).length() + 1);
      assertThat(finding.message()).as(text).isNotBlank();
    }
  }

  private static String mutated(String text, Random random) {
    StringBuilder mutated = new StringBuilder(text);
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      int at = random.nextInt(mutated.length() + 1);
      String noise = "()[]'\"=!<>&|.,?:+-*/%$#{}\n\t0aZ_ä\\ AND NOT IN ";
      switch (random.nextInt(3)) {
        case 0 -> mutated.insert(at, noise.charAt(random.nextInt(noise.length())));
        case 1 -> mutated.delete(at, Math.min(mutated.length(), at + 1 + random.nextInt(3)));
        default ->
            mutated.replace(
                at,
                Math.min(mutated.length(), at + 1),
                String.valueOf(noise.charAt(random.nextInt(noise.length()))));
      }
    }
    return mutated.toString();
  }

  private static void compare(
      int seed, Formula formula, Map<String, Object> data, Object expected) {
    String what = "seed " + seed + ": " + formula + "\n" + formula.toJsonata();
    Json root = json(data);
    Json actual;
    try {
      actual = new FormulaEvaluation(root, NOW).evaluate(formula);
    } catch (ExpressionException e) {
      if (expected != null) {
        fail(what + "\non " + root + " failed: " + e.getMessage() + "; expected " + json(expected));
      }
      return;
    }
    if (expected == null) {
      fail(what + "\non " + root + " gave " + actual + "; expected a failure");
    }
    if (!FormulaOracle.isEqual(java(actual), approximate(expected))) {
      fail(what + "\non " + root + " gave " + actual + "; expected " + json(expected));
    }
  }

  private Map<String, Object> data(Random random) {
    Map<String, Object> data = new LinkedHashMap<>();
    for (String field : List.of("status", "amount", "active", "tags", "lines", "customer")) {
      if (random.nextInt(5) > 0) {
        data.put(
            field,
            switch (field) {
              case "status" -> scalar(random);
              case "amount" -> BigDecimal.valueOf(random.nextInt(200), random.nextInt(2));
              case "active" -> random.nextBoolean();
              case "tags" -> list(random, 0);
              case "lines" -> list(random, 1);
              default -> object(random, 1);
            });
      }
    }
    data.put("odd", value(random, 2));
    return data;
  }

  private Object value(Random random, int depth) {
    return switch (random.nextInt(depth == 0 ? 2 : 4)) {
      case 2 -> list(random, depth - 1);
      case 3 -> object(random, depth - 1);
      default -> scalar(random);
    };
  }

  private static Object scalar(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> FormulaOracle.NULL;
      case 1 -> random.nextBoolean();
      case 2 -> BigDecimal.valueOf(random.nextInt(4));
      default -> List.of("ACTIVE", "a", "", "Ä😀").get(random.nextInt(4));
    };
  }

  private List<Object> list(Random random, int depth) {
    List<Object> list = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(
          depth > 0 && random.nextInt(4) > 0 ? object(random, depth - 1) : value(random, depth));
    }
    return list;
  }

  private Map<String, Object> object(Random random, int depth) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (String field : List.of("name", "price", "open", "parts")) {
      if (random.nextInt(4) > 0) {
        object.put(
            field,
            switch (field) {
              case "price" -> BigDecimal.valueOf(random.nextInt(100));
              case "open" -> random.nextBoolean();
              case "parts" -> depth > 0 ? list(random, depth - 1) : list(random, 0);
              default -> scalar(random);
            });
      }
    }
    return object;
  }

  private static Json json(Object value) {
    return switch (value) {
      case String text -> new JsonString(text);
      case Boolean bool -> JsonBool.of(bool);
      case BigDecimal number -> JsonNumber.of(number);
      case Double number -> JsonNumber.of(number);
      case List<?> list -> JsonArray.of(list.stream().map(FormulaAgreementTest::json).toList());
      case Map<?, ?> object -> {
        Map<String, Json> members = new LinkedHashMap<>();
        object.forEach((name, member) -> members.put((String) name, json(member)));
        yield JsonObject.of(members);
      }
      default -> JsonNull.NULL;
    };
  }

  /** Returns a result with every number as a double, as calculations give them. */
  private static Object java(Json value) {
    return switch (value) {
      case JsonString text -> text.value();
      case JsonBool bool -> bool.value();
      case JsonNumber number -> number.doubleValue();
      case JsonArray list -> list.elements().stream().map(FormulaAgreementTest::java).toList();
      case JsonObject object -> {
        Map<String, Object> members = new LinkedHashMap<>();
        object.members().forEach((name, member) -> members.put(name, java(member)));
        yield members;
      }
      case JsonNull nothing -> FormulaOracle.NULL;
    };
  }

  private static Object approximate(Object value) {
    return java(json(value));
  }
}
