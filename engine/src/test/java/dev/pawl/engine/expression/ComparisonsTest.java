package dev.pawl.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.Operator;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ComparisonsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "String|\"a\"|\"b\"",
        "String|\"\"|\"a\"",
        "String|\"A\"|\"AB\"",
        "String|\"\uFFFD\"|\"\uD83D\uDE00\"",
        "Numeric|-1|0.5",
        "Numeric|9007199254740992|9007199254740993",
        "Timestamp|\"2020-01-01T00:00:00Z\"|\"2020-01-01T00:00:00.001Z\"",
        "Timestamp|\"2020-01-01T01:00:00+02:00\"|\"2020-01-01T00:00:00Z\""
      })
  void shouldOrderValues(String kind, String smaller, String larger) {
    for (String suffix : List.of("", "Path")) {
      assertThat(test(kind + "Equals" + suffix, smaller, smaller)).isTrue();
      assertThat(test(kind + "Equals" + suffix, smaller, larger)).isFalse();
      assertThat(test(kind + "LessThan" + suffix, smaller, larger)).isTrue();
      assertThat(test(kind + "LessThan" + suffix, smaller, smaller)).isFalse();
      assertThat(test(kind + "LessThan" + suffix, larger, smaller)).isFalse();
      assertThat(test(kind + "LessThanEquals" + suffix, smaller, smaller)).isTrue();
      assertThat(test(kind + "LessThanEquals" + suffix, larger, smaller)).isFalse();
      assertThat(test(kind + "GreaterThan" + suffix, larger, smaller)).isTrue();
      assertThat(test(kind + "GreaterThan" + suffix, larger, larger)).isFalse();
      assertThat(test(kind + "GreaterThanEquals" + suffix, larger, larger)).isTrue();
      assertThat(test(kind + "GreaterThanEquals" + suffix, smaller, larger)).isFalse();
    }
  }

  @Test
  void shouldCompareByValueNotByNotation() {
    assertThat(test("NumericEquals", "1.0", "1")).isTrue();
    assertThat(test("NumericEquals", "10e-1", "1")).isTrue();
    assertThat(test("TimestampEquals", "\"2020-01-01T01:00:00+01:00\"", "\"2020-01-01T00:00:00Z\""))
        .isTrue();
    assertThat(test("BooleanEquals", "true", "true")).isTrue();
    assertThat(test("BooleanEqualsPath", "false", "true")).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Operator.class)
  void shouldNeverHoldForAnOperandOfAWrongType(Operator operator) {
    for (String operand : List.of("[]", "{}", "null")) {
      for (String actual : List.of("[]", "{}", "null", "\"a\"", "1", "true")) {
        assertThat(test(operator.field(), actual, operand)).isFalse();
      }
    }
  }

  @Test
  void shouldNotHoldForVariablesOfAWrongType() {
    assertThat(test("StringEquals", "1", "\"1\"")).isFalse();
    assertThat(test("StringLessThan", "null", "\"1\"")).isFalse();
    assertThat(test("StringMatches", "1", "\"*\"")).isFalse();
    assertThat(test("NumericEquals", "\"1\"", "1")).isFalse();
    assertThat(test("NumericLessThanEquals", "null", "0")).isFalse();
    assertThat(test("BooleanEquals", "\"true\"", "true")).isFalse();
    assertThat(test("BooleanEquals", "0", "false")).isFalse();
    assertThat(test("TimestampEquals", "\"2020-01-01\"", "\"2020-01-01\"")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "IsNull|null|\"\"",
        "IsNumeric|1.5|\"1.5\"",
        "IsString|\"\"|1",
        "IsBoolean|false|0",
        "IsTimestamp|\"2020-01-01T15:00:00-06:00\"|\"2020-01-01 15:00:00Z\"",
        "IsTimestamp|\"2020-01-01T15:00:00Z\"|1577890800"
      })
  void shouldTestTypesOfValues(String operator, String is, String isNot) {
    assertThat(test(operator, is, "true")).isTrue();
    assertThat(test(operator, is, "false")).isFalse();
    assertThat(test(operator, isNot, "true")).isFalse();
    assertThat(test(operator, isNot, "false")).isTrue();
  }

  @Test
  void shouldTakeAGivenValueAsPresent() {
    assertThat(test("IsPresent", "null", "true")).isTrue();
    assertThat(test("IsPresent", "null", "false")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "foo*.log|foo23.log|true",
        "foo*.log|foo.log|true",
        "foo*.log|fo23.log|false",
        "*.log|zebra.log|true",
        "*.log|zebra.slog|false",
        "foo*.*|foobar.zebra|true",
        "*|##|true",
        "##|##|true",
        "##|a|false",
        "**|a|true",
        "a*a|a|false",
        "a*a|aa|true",
        "*ab*ab*|abab|true",
        "*ab*ab*|abb|false",
        "*aab*|aaab|true",
        "foo\\*bar|foo*bar|true",
        "foo\\*bar|fooxbar|false",
        "a\\\\*|a\\b|true",
        "a\\b|a\\b|true",
        "a\\|a\\|true"
      })
  void shouldMatchWildcards(String pattern, String text, boolean matches) {
    Json value = Json.of(text == null ? "" : text);
    Json operand = Json.of(pattern == null ? "" : pattern);

    assertThat(Comparisons.test(Operator.STRING_MATCHES, value, operand)).isEqualTo(matches);
  }

  @Test
  void shouldMatchHostileWildcardsInLinearTime() {
    String pattern = "*" + "a".repeat(500_000) + "b*c";
    String text = "a".repeat(2_000_000) + "c";

    assertThat(Comparisons.test(Operator.STRING_MATCHES, Json.of(text), Json.of(pattern)))
        .isFalse();
  }

  private static boolean test(String operator, String actual, String operand) {
    return Comparisons.test(
        Operator.named(operator).orElseThrow(), JsonText.parse(actual), JsonText.parse(operand));
  }
}
