package dev.pawl.model.intrinsic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.pawl.model.path.Path;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntrinsicCallTest {

  @Test
  void shouldReadEveryKindOfArgument() {
    IntrinsicCall call =
        IntrinsicCall.parse(
            " States.Array( 'a b', -1 ,2.5,true,false, null,$.a[0], $$.Task.Token,"
                + " $x.y, $.l[?(@.n == ')')].v, States.UUID( ) ) ");

    assertThat(call.function()).isEqualTo(IntrinsicFunction.ARRAY);
    assertThat(call.arguments())
        .containsExactly(
            new Argument.Text("a b", "a b"),
            new Argument.Literal(Json.of(-1)),
            new Argument.Literal(JsonNumber.of(new BigDecimal("2.5"))),
            new Argument.Literal(JsonBool.TRUE),
            new Argument.Literal(JsonBool.FALSE),
            new Argument.Literal(JsonNull.NULL),
            new Argument.At(Path.parse("$.a[0]")),
            new Argument.At(Path.parse("$$.Task.Token")),
            new Argument.At(Path.parse("$x.y")),
            new Argument.At(Path.parse("$.l[?(@.n == ')')].v")),
            new IntrinsicCall("States.UUID( )", IntrinsicFunction.UUID, List.of()));
  }

  @Test
  void shouldKeepTheSource() {
    assertThat(IntrinsicCall.parse(" States.Array( 1,$.a ) ").source())
        .isEqualTo("States.Array( 1,$.a )");
  }

  @Test
  void shouldDistinguishLiteralBracesFromPlaceholders() {
    IntrinsicCall call = IntrinsicCall.parse("States.Format('\\{{}\\} \\'\\\\', 1)");

    assertThat(call.arguments().getFirst())
        .isEqualTo(new Argument.Text("{{}} '\\", "\\{{}\\} '\\\\"));
  }

  @Test
  void shouldKnowEveryFunctionByItsName() {
    for (IntrinsicFunction function : IntrinsicFunction.values()) {
      assertThat(IntrinsicFunction.named(function.fullName())).contains(function);
    }
    assertThat(IntrinsicFunction.named("States.Xyz")).isEmpty();
    assertThat(IntrinsicFunction.named("Format")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "##|0|expected a function",
        "$.a|0|expected a function",
        "States.Format|0|expected a function",
        "States.Xyz(1)|0|no intrinsic function 'States.Xyz'",
        "States.Array(1,)|15|expected an argument",
        "States.Array(1|14|')' is missing",
        "States.Array(1 2)|15|expected ','",
        "States.Array(\"a\")|13|expected an argument",
        "States.Array('a)|13|closing apostrophe",
        "States.Array('a\\\"')|15|may be escaped",
        "States.Array($.)|15|name",
        "States.Array(1.)|15|digit",
        "States.Array(foo)|13|expected a function",
        "States.UUID(1)|0|takes no arguments, but is given 1",
        "States.MathAdd(1)|0|takes 2 arguments",
        "States.MathRandom(1)|0|takes 2 or 3 arguments",
        "States.Format()|0|takes at least 1 argument",
        "States.Format('{}')|0|has 1 placeholder {}, but 0 values are given",
        "States.Format('a', 1)|0|has 0 placeholders {}, but 1 value is given",
        "States.Format('\\{} {}\\}', 1, 2)|0|has 1 placeholder {}, but 2 values are given",
        "States.UUID() x|14|after the call"
      })
  void shouldDescribeTheErrorAndItsPosition(String text, int position, String message) {
    assertThatExceptionOfType(IntrinsicSyntaxException.class)
        .isThrownBy(() -> IntrinsicCall.parse(text == null ? "" : text))
        .withMessageContaining(message)
        .satisfies(e -> assertThat(e.position()).as(e.getMessage()).isEqualTo(position));
  }

  @Test
  void shouldRefuseDeepNesting() {
    String ten = "States.Array(".repeat(10) + ")".repeat(10);
    String many = "States.Array(".repeat(5000);

    assertThat(IntrinsicCall.parse(ten).arguments()).hasSize(1);
    assertThatExceptionOfType(IntrinsicSyntaxException.class)
        .isThrownBy(() -> IntrinsicCall.parse(many))
        .withMessageContaining("10 levels");
  }
}
