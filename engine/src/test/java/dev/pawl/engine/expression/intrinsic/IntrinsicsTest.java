package dev.pawl.engine.expression.intrinsic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.path.Paths;
import dev.pawl.model.intrinsic.IntrinsicCall;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntrinsicsTest {

  private static final Json INPUT =
      JsonText.parse(
          """
          {"name": "Ann", "n": 2.5, "list": [1, "1", 1.0, {"a": 1, "b": 2}, {"b": 2, "a": 1}, null],
           "object": {"x": 1, "list": [true, "t"]}, "template": "\\\\{{}\\\\} C:\\\\dir",
           "left": {"a": {"l": 1}, "b": 1}, "right": {"a": {"r": 2}, "c": 3},
           "emoji": "a😀b😁c"}
          """);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "States.Format('Hi {}, {}', $.name, $.n)|\"Hi Ann, 2.5\"",
        "States.Format('{} {} {}', true, null, 'x')|\"true null x\"",
        "States.Format('\\{\\} {a} {')|\"{} {a} {\"",
        "States.Format($.template, 1)|\"{1} C:\\\\dir\"",
        "States.Format('{}', $.object)|\"{x=1, list=[true, t]}\"",
        "States.Format('{}{}', States.Array(), $.left)|\"[]{a={l=1}, b=1}\"",
        "States.Format('{}', '{}')|\"{}\"",
        "States.StringToJson('{\"a\": [1]}')|{\"a\":[1]}",
        "States.StringToJson(' ')|null",
        "States.JsonToString($.object)|\"{\\\"x\\\":1,\\\"list\\\":[true,\\\"t\\\"]}\"",
        "States.JsonToString('it\\'s')|\"\\\"it's\\\"\"",
        "States.Array()|[]",
        "States.Array($.name, 1, States.Array(null))|[\"Ann\",1,[null]]",
        "States.ArrayPartition(States.ArrayRange(1, 5, 1), 2)|[[1,2],[3,4],[5]]",
        "States.ArrayPartition(States.ArrayRange(1, 5, 1), 1.5)|[[1,2],[3,4],[5]]",
        "States.ArrayPartition(States.Array(1), 2147483647)|[[1]]",
        "States.ArrayContains($.list, 1)|true",
        "States.ArrayContains($.list, 2)|false",
        "States.ArrayContains($.list, null)|true",
        "States.ArrayRange(1, 9, 2)|[1,3,5,7,9]",
        "States.ArrayRange(1, 0, 2)|[]",
        "States.ArrayRange(3, 1, -1)|[3,2,1]",
        "States.ArrayRange(0.5, 2.4, 1.4)|[1,2]",
        "States.ArrayLength(States.ArrayRange(1, 1000, 1))|1000",
        "States.ArrayGetItem($.list, 1)|\"1\"",
        "States.ArrayGetItem($.list, 99)|null",
        "States.ArrayLength($.list)|6",
        "States.ArrayUnique($.list)|[1,\"1\",{\"a\":1,\"b\":2},null]",
        "States.Base64Encode('Data to encode')|\"RGF0YSB0byBlbmNvZGU=\"",
        "States.Base64Decode('RGF0YSB0byBlbmNvZGU=')|\"Data to encode\"",
        "States.Base64Decode(States.Base64Encode('größe'))|\"größe\"",
        "States.Hash('input data', 'SHA-1')|\"aaff4a450a104cd177d28d18d74485e8cae074b7\"",
        "States.Hash('', 'MD5')|\"d41d8cd98f00b204e9800998ecf8427e\"",
        "States.JsonMerge($.left, $.right, false)|{\"a\":{\"r\":2},\"b\":1,\"c\":3}",
        "States.MathAdd(111, -1)|110",
        "States.MathAdd($.n, -2.5)|1",
        "States.MathAdd(2147483647, 2147483647)|4294967294",
        "States.MathRandom(5, 6)|5",
        "States.StringSplit('1,2,,3,', ',')|[\"1\",\"2\",\"3\"]",
        "States.StringSplit('a.b+c', '+.')|[\"a\",\"b\",\"c\"]",
        "States.StringSplit('abc', '')|[\"abc\"]",
        "States.StringSplit($.emoji, '😀')|[\"a\",\"b😁c\"]"
      })
  void shouldEvaluateEveryFunction(String call, String expected) {
    assertThat(evaluate(call)).isEqualTo(JsonText.parse(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "States.Format(1)|argument 1 must be a string, but is of type number",
        "States.Format($.template)|1 places for values, but 0 are given",
        "States.Format($.name, 1)|0 places for values, but 1 are given",
        "States.StringToJson('{')|not JSON (line 1",
        "States.StringToJson('1E+600000000')|not JSON",
        "States.StringToJson(1)|must be a string",
        "States.ArrayPartition(1, 1)|must be an array",
        "States.ArrayPartition($.list, 0)|between 1 and",
        "States.ArrayPartition($.list, '1')|argument 2 must be a number",
        "States.ArrayContains(1, 1)|must be an array",
        "States.ArrayRange(1, 9, 0)|step must not be 0",
        "States.ArrayRange(0, 1000, 1)|1001 elements, more than the 1000",
        "States.ArrayRange(1E+300, 1, 1)|between",
        "States.ArrayGetItem($.list, -1)|between 0 and",
        "States.ArrayLength('abc')|must be an array",
        "States.ArrayUnique(null)|must be an array",
        "States.Base64Encode(1)|must be a string",
        "States.Base64Decode('?')|not Base64",
        "States.Hash('a', 'SHA-2')|no algorithm 'SHA-2'",
        "States.Hash(null, 'MD5')|must not be null",
        "States.JsonMerge($.left, $.right, true)|only shallow merging",
        "States.JsonMerge($.left, 1, false)|argument 2 must be an object",
        "States.MathAdd('1', 1)|argument 1 must be a number",
        "States.MathAdd(2147483648, 1)|between -2147483648 and 2147483647",
        "States.MathRandom(2, 2)|end must be greater",
        "States.MathRandom(1, 2, 'x')|argument 3 must be a number",
        "States.StringSplit('a', 1)|argument 2 must be a string"
      })
  void shouldFailWhereAFunctionCannotWork(String call, String message) {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> evaluate(call))
        .withMessageStartingWith(call.substring(0, call.indexOf('(')) + ": ")
        .withMessageContaining(message)
        .satisfies(e -> assertThat(e.code()).isEqualTo("States.IntrinsicFailure"));
  }

  @Test
  void shouldLimitTheInputOfEncodingAndHashing() {
    JsonObject input =
        JsonObject.of("most", Json.of("a".repeat(10_000)))
            .with("more", Json.of("a".repeat(10_001)));

    for (String function :
        new String[] {"Base64Encode(%s)", "Base64Decode(%s)", "Hash(%s, 'MD5')"}) {
      String call = "States." + function;
      assertThat(evaluate(call.formatted("$.most"), input)).isNotNull();
      assertThatExceptionOfType(ExpressionException.class)
          .isThrownBy(() -> evaluate(call.formatted("$.more"), input))
          .withMessageContaining("more than 10000 characters");
    }
  }

  @Test
  void shouldLeaveErrorsOfPathsAsTheyAre() {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> evaluate("States.Array($.nothing)"))
        .satisfies(e -> assertThat(e.code()).isEqualTo("path"));
  }

  @Test
  void shouldDrawRandomNumbersFromTheEvaluationTimeOnly() {
    IntrinsicCall call = IntrinsicCall.parse("States.Array(States.UUID(), States.UUID())");

    Json first = Intrinsics.evaluate(call, path -> INPUT, FixedRandomTime.fixed(), new Budget());
    Json again = Intrinsics.evaluate(call, path -> INPUT, FixedRandomTime.fixed(), new Budget());

    UUID uuid = UUID.fromString(first.get(0).orElseThrow().asText());
    assertThat(first).isEqualTo(again);
    assertThat(first.get(0)).isNotEqualTo(first.get(1));
    assertThat(uuid.version()).isEqualTo(4);
    assertThat(uuid.variant()).isEqualTo(2);
  }

  @Test
  void shouldDrawNumbersBetweenStartInclusiveAndEndExclusive() {
    FixedRandomTime chance = FixedRandomTime.fixed();
    IntrinsicCall call = IntrinsicCall.parse("States.MathRandom(-1, 2)");
    boolean[] drawn = new boolean[3];

    for (int i = 0; i < 200; i++) {
      Json number = Intrinsics.evaluate(call, path -> INPUT, chance, new Budget());
      drawn[(int) ((JsonNumber) number).longValue() + 1] = true;
    }

    assertThat(drawn).containsExactly(true, true, true);
  }

  @Test
  void shouldDrawTheSameNumbersForTheSameSeedInAllReleases() {
    assertThat(evaluate("States.MathRandom(0, 1000000, 42)")).isEqualTo(Json.of(741564));
    assertThat(evaluate("States.MathRandom(0, 1000000, 43)"))
        .isNotEqualTo(evaluate("States.MathRandom(0, 1000000, 42)"));
  }

  @Test
  void shouldEndExpressionsThatProduceTooMuchByBudget() {
    JsonObject input = JsonObject.of("text", Json.of("a".repeat(1_000_000)));

    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(
            () ->
                evaluate(
                    "States.Format('%s'%s)".formatted("{}".repeat(100), ", $.text".repeat(100)),
                    input))
        .satisfies(e -> assertThat(e.code()).isEqualTo("budget"));
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> evaluate("States.StringSplit($.text, $.text)", input))
        .satisfies(e -> assertThat(e.code()).isEqualTo("budget"));
  }

  private static Json evaluate(String call) {
    return evaluate(call, INPUT);
  }

  private static Json evaluate(String call, Json input) {
    Budget budget = new Budget();
    return Intrinsics.evaluate(
        IntrinsicCall.parse(call),
        path -> Paths.read(path, input, budget),
        FixedRandomTime.fixed(),
        budget);
  }
}
