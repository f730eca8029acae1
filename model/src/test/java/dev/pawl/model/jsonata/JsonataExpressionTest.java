package dev.pawl.model.jsonata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonataExpressionTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "\"open          | S0101 | 0",
        "1 + 1e999       | S0102 | 4",
        "'a\\q'          | S0103 | 3",
        "'\\u12x4'       | S0104 | 5",
        "a.`open         | S0105 | 2",
        "1 /* open       | S0106 | 2",
        "a b             | S0201 | 2",
        "[1,2)           | S0202 | 4",
        "(1              | S0203 | 2",
        "a !b            | S0204 | 2",
        "[1!2]           | S0204 | 2",
        "(a ~ b)         | S0204 | 3",
        "a.1 b           | S0201 | 4",
        "a{'b':1}[0] c   | S0201 | 12",
        "a[0]@$x ;       | S0201 | 8",
        "[1,             | S0203 | 3",
        "!b              | S0204 | 0",
        "1 +             | S0207 | 3",
        "function(a){1}  | S0208 | 9",
        "a{'b':1}[0]     | S0209 | 8",
        "a{'b':1}{'c':1} | S0210 | 8",
        "=1              | S0211 | 0",
        "1 := 2          | S0212 | 2",
        "a.1             | S0213 | 2",
        "a@b             | S0214 | 1",
        "a[0]@$x         | S0215 | 4",
        "a^(b)@$x        | S0216 | 5",
        "%               | S0217 | 0",
        "//              | S0301 | 0",
        "/a              | S0302 | 0",
        "/(?=a)b/        | S0303 | 0",
        "/(a)\\1/        | S0303 | 0",
        "/(a{99}){999}/  | S0303 | 0",
        "λ($a)<n<n>>{$a} | S0401 | 7",
        "λ($a)<(a<n>)>{1}| S0402 | 6",
      })
  void shouldDescribeTheErrorAndItsPosition(String source, String code, int position) {
    var error =
        catchThrowableOfType(JsonataSyntaxException.class, () -> JsonataExpression.parse(source));

    assertThat(error.code()).isEqualTo(code);
    assertThat(error.position()).isEqualTo(position);
    assertThat(error.getMessage()).isNotBlank();
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "::",
      value = {
        "$states.input.a + $b :: states,b",
        "$sum(a) + $now() & $$.a & $ :: ''",
        "($x := $y; $x) :: y",
        "($x := $x + 1; $x) :: x",
        "function($p){$p + $q}(1) :: q",
        "($even := λ($n){$odd($n)}; $odd := λ($n){$even($n)}; $even(4)) :: ''",
        "a@$e.b#$i[$i < $n].{'e': $e} :: n",
        "$map(a, $f(?, $g)) :: f,g",
        "$ ~> |a|{'b': $c}, $d| :: c,d",
        "(($x := 1); $x) :: x",
      })
  void shouldListVariablesOfOuterScopes(String source, String names) {
    var expression = JsonataExpression.parse(source);

    assertThat(String.join(",", expression.freeVariables())).isEqualTo(names == null ? "" : names);
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[", "-", "{'a':", "a ? ", "$f(", "a[", "function(){", "1+", "|a|"})
  void shouldRefuseDeepNestingInsteadOfExhaustingTheStack(String opening) {
    var error =
        catchThrowableOfType(
            JsonataSyntaxException.class, () -> JsonataExpression.parse(opening.repeat(10_000)));

    assertThat(error.code()).startsWith("S0");
  }

  @Test
  void shouldRefuseLongChainsOfOperators() {
    var error =
        catchThrowableOfType(
            JsonataSyntaxException.class, () -> JsonataExpression.parse("1" + "+1".repeat(5000)));

    assertThat(error.code()).isEqualTo("S0501");
  }

  @Test
  void shouldKeepNumbersExact() {
    var root = JsonataExpression.parse("12345678901234567890.5").root();

    assertThat(root)
        .isEqualTo(
            new JsonataNode.Literal(JsonNumber.of(new BigDecimal("12345678901234567890.5")), 0));
  }

  @Test
  void shouldReadKeywordsAsNamesWhereAValueIsExpected() {
    var root = JsonataExpression.parse("and and or").root();

    assertThat(root).isInstanceOf(JsonataNode.And.class);
  }

  @Test
  void shouldDivideAfterAValueAndMatchElsewhere() {
    assertThat(JsonataExpression.parse("(a)/2/b[]/1").root())
        .isInstanceOf(JsonataNode.Arithmetic.class);
    assertThat(JsonataExpression.parse("(/a\\/b/i)").root()).isInstanceOf(JsonataNode.Block.class);
  }

  @Test
  void shouldMarkCallsWhoseResultIsTheResultOfTheFunction() {
    var lambda =
        (JsonataNode.Lambda)
            JsonataExpression.parse("function($n){$n ? $f($n) : 1 + $f($n)}").root();
    var condition = (JsonataNode.Condition) lambda.body();

    assertThat(((JsonataNode.Call) condition.then()).tail()).isTrue();
    assertThat(condition.otherwise().orElseThrow().toString()).contains("tail=false");
  }

  @Test
  void shouldKeepItsSource() {
    assertThat(JsonataExpression.parse(" 'a' ").source()).isEqualTo(" 'a' ");
    assertThat(JsonataExpression.parse("'a'").root())
        .isEqualTo(new JsonataNode.Literal(Json.of("a"), 0));
  }
}
