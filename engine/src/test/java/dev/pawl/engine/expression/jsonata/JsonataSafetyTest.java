package dev.pawl.engine.expression.jsonata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.json.JsonText;
import dev.pawl.model.jsonata.JsonataExpression;
import dev.pawl.sdk.Json;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No expression runs for ever, fills the memory or exhausts the stack, however it is written. */
class JsonataSafetyTest {

  private static final long SMALL_STACK = 512 * 1024;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "($f := λ($n){$n + $f($n)}; $f(1))",
        "($f := λ($n){[$f($n)]}; $f(1))",
        "($f := λ($n){{'a': $f($n)}}; $f(1))",
        "($f := λ($n){$map([1], λ($y){1 + $f($y)})}; $f(1))",
        "($f := λ($n){$filter([1,2], $f)}; $f(1))",
        "($f := λ($n){$reduce([1,2], λ($x,$y){1 + $f(1)})}; $f(1))",
        "($f := λ($n){$sort([3,2,1], λ($x,$y){$f(1) > 1})}; $f(1))",
        "($f := λ($n){$each({'a':1}, λ($v){1 + $f(1)})}; $f(1))",
        "($f := λ($n){$replace('abc', /b/, λ($v){1 + $f(1)})}; $f(1))",
        "($f := λ($n){$match('abc', $f)}; $f(1))",
        "($f := λ($n){[1,2][$f(1) = 2]}; $f(1))",
        "($f := λ($n){b.(c.($f(1)))}; $f(1))",
        "($f := λ($n){b@$x.($f(1))}; $f(1))",
        "($f := λ($n){a^($f(1))}; $f(1))",
        "($f := λ($n){b{'x': $f(1)}}; $f(1))",
        "($f := λ($n){{'z':{}} ~> |z|{'y': $f(1)}|}; $f(1))",
        "($f := λ($n){1 ~> $f ~> $f}; $f(1))",
        "($g := λ($x){$x + 1}; $reduce($append([$g],[1..9000]), λ($a,$i){$a ~> $g})(1))",
      })
  void shouldStopRecursionBeforeTheStackEnds(String source) throws InterruptedException {
    assertThat(onSmallStack(source)).isEqualTo("budget");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$string($x)",
        "$x",
        "$x = $y",
        "$count($x.**)",
        "$boolean([[$x]])",
        "$x.foo.foo",
        "[$x].*.*",
        "$keys([$x])",
        "$clone($x)",
        "$distinct([$x, $y])",
        "$x ~> |$|{'b': 1}|",
      })
  void shouldNotFollowValuesNestedTooDeeply(String use) throws InterruptedException {
    String nested = "$reduce([1..5000], λ($a, $i){{'a': $a, 'b': [[$a]]}}, 1)";

    String code = onSmallStack("($x := " + nested + "; $y := " + nested + "; " + use + ")");

    assertThat(code).isIn("budget", "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "($f := λ($n){$f($n + 1)}; $f(1))",
        "($f := λ($n){$n > 0 ? ($g($n)) : 1}; $g := λ($n){$f($n + 1)}; $f(1))",
        "[1..10000000]",
        "$sum([1..10000000])",
        "$map([1..10000000], λ($x){$x})",
        "$pad('a', 1e300)",
        "$pad('a', 100000000)",
        "$range(1, 1e300, 1)",
        "$range(1, 10000000, 1)",
        "$reduce([1..100], λ($a,$b){$a & $a}, 'aaaaaaaaaa')",
        "$reduce([1..100], λ($a,$b){$append($a, $a)}, [1,2])",
        "$join([1..100].$pad('', 1000000, 'x'))",
        "[1..2000]@$x.[1..2000]@$y.{'x': $x}",
        "[1..2000].([1..2000])",
        "$formatInteger(1e15, 'I')",
        "$replace($pad('', 1000000, 'a'), 'a', $pad('', 1000, 'b'))",
        "($s := $pad('', 4000000, 'a'); $contains($s, $substring($s, 0, 2000000) & 'b'))",
        "($s := $pad('', 500000, 'a'); $t := $s & ''; $count([1..200000][$s = $t]))",
        "($s := $pad('', 300000, 'a'); $count($match($s, /a.*b|a/)))",
        "$count([1..400000].$toMillis('2020', '[Yw] ' & $))",
      })
  void shouldStopWorkAndMemoryAtTheBudget(String source) throws InterruptedException {
    assertThat(onSmallStack(source)).isEqualTo("budget");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$contains($pad('', 20000, 'a'), /(a*)*b/)",
        "$count([1..10000000])",
        "[1..10000000][5]",
        "$length($replace($pad('', 20000, 'ab'), /a/, 'xx'))",
        "$count([1..50000].$string())",
        "[1..20000]^(>$)[0]",
      })
  void shouldAllowReasonableExpressions(String source) throws InterruptedException {
    assertThat(onSmallStack(source)).isEmpty();
  }

  /** The error code, or empty if there is a value. */
  private static String onSmallStack(String source) throws InterruptedException {
    JsonataExpression expression = JsonataExpression.parse(source);
    Json input = JsonText.parse("{\"a\":[1,2,3],\"b\":{\"c\":1}}");
    AtomicReference<String> outcome = new AtomicReference<>("did not end");
    Thread thread =
        new Thread(null, () -> outcome.set(run(expression, input)), "small", SMALL_STACK);
    thread.start();
    thread.join();
    return outcome.get();
  }

  private static String run(JsonataExpression expression, Json input) {
    try {
      Jsonata.evaluate(
          expression, Optional.of(input), Map.of(), new FixedEvaluationTime(), new Budget());
      return "";
    } catch (ExpressionException e) {
      return e.code();
    } catch (StackOverflowError | OutOfMemoryError e) {
      return e.toString();
    }
  }
}
