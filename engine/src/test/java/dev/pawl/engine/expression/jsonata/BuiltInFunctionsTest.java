package dev.pawl.engine.expression.jsonata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.json.JsonText;
import dev.pawl.model.jsonata.JsonataExpression;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a function is given, it answers with a value or with an error of the language. */
class BuiltInFunctionsTest {

  private static final List<String> ARGUMENTS =
      List.of(
          "missing",
          "null",
          "true",
          "-1.5",
          "1e300",
          "''",
          "'a,b'",
          "'[Y]-[M]'",
          "[]",
          "[1,'a']",
          "[[null]]",
          "{}",
          "{'a':1}",
          "λ($x){$x}",
          "λ(){'x'}",
          "λ($a,$b,$c){{'match':'a','start':" + "0,'end':1,'groups':[1],'next':1}}",
          "/a|b/",
          "$sum",
          "$substring(?, 1)");

  static List<String> names() {
    return Library.FUNCTIONS.keySet().stream().sorted().toList();
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldAnswerAnyArguments(String name) {
    List<String> calls = new ArrayList<>(List.of("$" + name + "()"));
    for (String first : ARGUMENTS) {
      calls.add("$" + name + "(" + first + ")");
      calls.add(first + " ~> $" + name);
      calls.add("$map([1,'a',null], $" + name + "(?, " + first + "))");
      for (String second : ARGUMENTS) {
        calls.add("$" + name + "(" + first + ", " + second + ")");
        calls.add("$" + name + "(" + first + ", " + second + ", " + second + ")");
        calls.add("$" + name + "('abab', /a/, " + first + ", " + second + ")");
      }
    }

    for (String call : calls) {
      assertThat(outcome(call)).as(call).isNotNull();
    }
  }

  private static String outcome(String source) {
    Json input = JsonText.parse("{\"a\":[1,{\"b\":\"text\"}]}");
    try {
      return Jsonata.evaluate(
              JsonataExpression.parse(source),
              Optional.of(input),
              Map.of(),
              new FixedEvaluationTime(),
              new Budget())
          .map(Json::toString)
          .orElse("undefined");
    } catch (ExpressionException e) {
      return e.code();
    } catch (RuntimeException e) {
      throw new AssertionError(source + " fails with " + e, e);
    }
  }
}
