package dev.pawl.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {

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
  void shouldWriteWhatItReads(String json) {
    assertThat(Json.parse(json)).hasToString(json);
    assertThat(Json.parse(" \n" + json + "\t ")).isEqualTo(Json.parse(json));
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
  void shouldRejectInvalidJson(String text) {
    assertThatThrownBy(() -> Json.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not JSON: ");
  }

  @Test
  void shouldRejectDeepJson() {
    assertThatThrownBy(() -> Json.parse("[".repeat(100_000))).hasMessageContaining("500 levels");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999", "-1e-999", "1e99999999999"})
  void shouldRefuseNumbersThatAreOutOfRange(String text) {
    assertThatThrownBy(() -> Json.parse(text)).hasMessageContaining("a smaller number is expected");
  }

  @Test
  void shouldRefuseANumberOfManyDigits() {
    assertThatThrownBy(() -> Json.parse("1".repeat(200))).hasMessageContaining("a smaller number");
    assertThatThrownBy(() -> Json.parse("1".repeat(2_000))).hasMessageContaining("a value");
  }

  @Test
  void shouldRejectADuplicateName() {
    assertThatThrownBy(() -> Json.parse("{\"a\": 1, \"a\": 2}"))
        .hasMessageContaining("another name than \"a\"")
        .hasMessageEndingWith("at character 9");
  }

  @Test
  void shouldDescribeAValue() {
    Json value = Json.parse("{\"n\": 3, \"yes\": true, \"nothing\": null, \"text\": \"two\"}");

    assertThat(value.get("n").orElseThrow().asLong()).isEqualTo(3);
    assertThat(value.get("yes").orElseThrow().isTrue()).isTrue();
    assertThat(value.get("n").orElseThrow().isTrue()).isFalse();
    assertThat(value.get("nothing").orElseThrow().isNull()).isTrue();
    assertThat(value.get("text").orElseThrow().isNull()).isFalse();
    assertThatThrownBy(() -> value.get("text").orElseThrow().asLong())
        .hasMessage("expected a whole number that fits into a long, got \"two\"");
    assertThatThrownBy(() -> Json.parse("0.5").asLong()).hasMessageContaining("got 0.5");
  }
}
