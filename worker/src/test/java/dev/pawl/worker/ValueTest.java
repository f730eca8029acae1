package dev.pawl.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "-12",
        "0",
        "12345678901234567890.5",
        "\"\"",
        "\"a \\\"b\\\" \\\\ \\n\\t\\u0001 é 😀 \\ud83d\"",
        "[]",
        "{}",
        "[1,[2,{\"a\":null}],false]",
        "{\"b\":1,\"a\":{\"c\":[]}}"
      })
  void shouldWriteWhatItRead(String json) {
    assertThat(Value.parse(json)).hasToString(json);
    assertThat(Value.parse(" \n" + json + "\t ")).isEqualTo(Value.parse(json));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "nul",
        "01",
        "1.",
        ".5",
        "+1",
        "1e",
        "NaN",
        "[1,]",
        "[1 2]",
        "[",
        "{\"a\"}",
        "{\"a\":1,}",
        "{a:1}",
        "'a'",
        "\"a",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"\n\"",
        "1 2",
        "]"
      })
  void shouldRefuseWhatIsNotJson(String text) {
    assertThatThrownBy(() -> Value.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not JSON: ");
  }

  @Test
  void shouldRefuseToDigTooDeep() {
    assertThatThrownBy(() -> Value.parse("[".repeat(100_000))).hasMessageContaining("500 levels");
  }

  @Test
  void shouldFindNothingWithoutATrace() {
    Value value = Value.parse("{\"list\": [1, \"two\", {\"three\": 3}], \"yes\": true}");

    assertThat(value.get("list").get(2).get("three").integer()).isEqualTo(3);
    assertThat(value.get("list").list()).hasSize(3);
    assertThat(value.get("list").get(1).text()).isEqualTo("two");
    assertThat(value.get("yes").isTrue()).isTrue();
    assertThat(value.get("no").get("way").get(7).isNull()).isTrue();
    assertThat(value.get("no").list()).isEmpty();
    assertThatThrownBy(() -> value.get("yes").number()).hasMessageContaining("not true");
  }

  @Test
  void shouldWritePlainJava() {
    assertThat(
            Value.of(
                Arrays.asList(
                    null, 1, 2L, 0.5, 1.5f, new BigDecimal("1.20"), Map.of("a", List.of("b")))))
        .hasToString("[null,1,2,0.5,1.5,1.20,{\"a\":[\"b\"]}]");
    assertThatThrownBy(() -> Value.of(Double.NaN).toString()).hasMessage("NaN has no JSON form");
  }
}
