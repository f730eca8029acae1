package dev.pawl.engine.expression.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.formula.Formula;
import dev.pawl.model.formula.FormulaScope;
import dev.pawl.model.formula.FormulaType;
import dev.pawl.model.formula.ParsedFormula;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hostile formulas are refused with a position, or stopped by the budget. */
@Timeout(60)
class FormulaAttackTest {

  private static final Instant NOW = Instant.parse("2026-01-31T09:30:00Z");
  private static final FormulaScope SCOPE = FormulaScope.ofRoot(FormulaType.ANY);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "T(java.lang.Runtime).getRuntime().exec('id')",
        "''.getClass().forName('java.lang.Runtime')",
        "x.class.getName()",
        "new java.io.File('/')",
        "$eval('1')",
        "eval('1')",
        "error('x')",
        "x := 5",
        "function($x) { $x }",
        "[1..10000000]",
        "lines[price > 1]",
        "x.{ 'a': 1 }",
        "`secret`",
        "$$.secret",
        "x ~> $string",
        "repeat('a', 1000000)",
        "while (true) { }",
        "(1",
        "'abc"
      })
  void shouldRejectAnInvalidFormula(String text) {
    ParsedFormula parsed = Formula.parse(text, SCOPE);

    assertThat(parsed.formula()).isEmpty();
    assertThat(parsed.findings()).allSatisfy(each -> assertThat(each.column()).isPositive());
  }

  @Test
  void shouldRefuseDeepNestingWithoutOverflow() {
    for (String open : new String[] {"(", "[", "NOT ", "-", "!", "1 ? 1 : ", "len("}) {
      String text = open.repeat(9_900 / open.length());

      assertThat(Formula.parse(text, SCOPE).findings()).as(open).hasSize(1);
    }
    assertThat(Formula.parse("1" + "+1".repeat(4_000), SCOPE).findings()).hasSize(1);
    assertThat(Formula.parse("a" + ".a".repeat(4_000), SCOPE).findings()).hasSize(1);
    assertThat(Formula.parse("a" + " OR a".repeat(1_500), SCOPE).findings()).hasSize(1);
    assertThat(Formula.parse("1".repeat(20_000), SCOPE).findings()).hasSize(1);
  }

  @Test
  void shouldEvaluateEveryFormulaWithinTheLimitsOfNesting() {
    String chain = "NOT a.b == 1" + " AND coalesce(a.c, 2) > 1".repeat(99);
    String deep = "(".repeat(48) + "a.b" + ")".repeat(48);
    String sum = "1" + " + 1".repeat(48);
    String calls = "coalesce(".repeat(45) + "a" + ", null)".repeat(45);

    for (String text : new String[] {chain, deep, sum, calls}) {
      Formula formula = Formula.parse(text, SCOPE).orElseThrow();

      assertThat(new FormulaEvaluation(Json.parse("{}"), NOW).evaluate(formula)).isNotNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(a+)+$",
        "(.*?,){18}P",
        "(a|a)*b",
        "(.*)*x",
        "^(([a-z])+.)+[A-Z]([a-z])+$",
        "(x+x+)+y",
        "[/({\\\\[]]*a/b"
      })
  void shouldMatchHostileExpressionsInLinearTimeOrStop(String regex) {
    String pattern = regex.replace("\\", "\\\\").replace("'", "\\'");
    Formula formula = Formula.parse("matches(x, '" + pattern + "')", SCOPE).orElseThrow();
    Json root = JsonObject.of(Map.of("x", Json.of("a,".repeat(20_000))));

    try {
      new FormulaEvaluation(root, NOW).test(formula);
    } catch (ExpressionException e) {
      assertThat(e.code()).isEqualTo("budget");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((a{1000}){1000}){1000}",
        "(?=x)",
        "(a)\\\\1",
        "(",
        "[",
        "",
        "a{1,999999}",
        "/ and $error()",
        "/, $eval(\"1\"), /("
      })
  void shouldRefuseOrQuoteOtherRegularExpressions(String regex) {
    ParsedFormula parsed = Formula.parse("x MATCHES '" + regex + "'", SCOPE);

    parsed.formula().ifPresent(formula -> assertThat(formula.toJsonata()).contains("\\/"));
    assertThat(parsed.findings()).allSatisfy(each -> assertThat(each.column()).isEqualTo(11));
  }

  @Test
  void shouldStopOnLongLists() {
    Json list = JsonArray.of(Collections.nCopies(200_000, Json.of(1)));
    Json root = JsonObject.of(Map.of("x", list));
    Formula formula =
        Formula.parse("any(x, any(x, sum(x, item) > 1))", FormulaScope.ofRoot(FormulaType.ANY))
            .orElseThrow();

    assertThatThrownBy(() -> new FormulaEvaluation(root, NOW).evaluate(formula))
        .isInstanceOf(ExpressionException.class)
        .extracting(e -> ((ExpressionException) e).code())
        .isEqualTo("budget");
  }

  @Test
  void shouldStopOnGrowingTexts() {
    Json root = JsonObject.of(Map.of("x", Json.of("a".repeat(100_000))));
    String joined = "x";
    for (int i = 0; i < 4; i++) {
      joined = "join([" + (joined + ", ").repeat(5) + "x], '')";
    }
    Formula formula = Formula.parse(joined, SCOPE).orElseThrow();

    assertThatThrownBy(() -> new FormulaEvaluation(root, NOW).evaluate(formula))
        .isInstanceOf(ExpressionException.class)
        .extracting(e -> ((ExpressionException) e).code())
        .isEqualTo("budget");
  }
}
