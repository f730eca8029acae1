package dev.pawl.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

  @ParameterizedTest
  @CsvSource({
    "1.0, 1",
    "100, 100",
    "1e2, 100",
    "-0.50, -0.5",
    "1e21, 1e+21",
    "1.5e300, 1.5e+300",
    "0.0000001, 0.0000001",
    "0.00000001, 1e-8",
    "12345678901234567890, 12345678901234567890"
  })
  void shouldWriteNumbersInOneForm(String written, String expected) {
    assertThat(JsonNumber.of(new BigDecimal(written))).hasToString(expected);
  }

  @Test
  void shouldCompareNumbersByValue() {
    assertThat(JsonNumber.of(new BigDecimal("1.0"))).isEqualTo(JsonNumber.of(1));
    assertThat(JsonNumber.of(0.5)).isEqualTo(JsonNumber.of(new BigDecimal("0.500")));
    assertThat(JsonNumber.of(2)).isLessThan(JsonNumber.of(new BigDecimal("2.5")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1E+600000000", "1E-600000000", "1e401", "1e-402"})
  void shouldRejectNumbersTooLargeForArithmetic(String number) {
    assertThatThrownBy(() -> JsonNumber.of(new BigDecimal(number)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 100 digits");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "\"\\/\n\r\t\b\f\u0001", "äöü €", "𝄞 clef", "\ud800 alone"})
  void shouldKnowItsSizeInUtf8(String text) {
    Json value = JsonObject.of(text, JsonArray.of(Json.of(text), Json.of(1), JsonNull.NULL));

    assertThat(value.size()).isEqualTo(value.toString().getBytes(StandardCharsets.UTF_8).length);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "plain | \"plain\"",
        "/\"\\ | \"/\\\"\\\\\"",
        "\u00e4 \u07ff \u0800 \uffff | \"\u00e4 \u07ff \u0800 \uffff\"",
        "\ud834\udd1e | \"\ud834\udd1e\"",
        "\udbff\udfff | \"\udbff\udfff\""
      })
  void shouldWriteTextAsItIs(String text, String expected) {
    assertThat(Json.of(text)).hasToString(expected);
    assertThat(Json.of(text).toUtf8()).isEqualTo(expected.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldEscapeCharactersWithoutAnotherForm() {
    String text = "\n\r\t\b\f\u0000\u001f\u007f\ud800a\udc00\ud800\ud800\udc00\udc00\ud83d";

    assertThat(Json.of(text))
        .hasToString(
            "\"\\n\\r\\t\\b\\f\\u0000\\u001f\u007f\\ud800a\\udc00"
                + "\\ud800\ud800\udc00\\udc00\\ud83d\"");
  }

  @Test
  void shouldWriteNumbersInsideAsTheyAreAlone() {
    Random random = new Random(1);
    List<JsonNumber> numbers = new ArrayList<>();
    numbers.add(JsonNumber.of(Long.MIN_VALUE));
    numbers.add(JsonNumber.of(Long.MAX_VALUE));
    for (long power = 1; power > 0 && power <= 1_000_000_000_000_000_000L; power *= 10) {
      for (long near : new long[] {power - 1, power, -power, 1 - power}) {
        numbers.add(JsonNumber.of(near));
        for (int scale = -30; scale < 30; scale++) {
          numbers.add(JsonNumber.of(BigDecimal.valueOf(near, scale)));
        }
      }
    }
    for (int i = 0; i < 2_000; i++) {
      BigInteger digits = new BigInteger(random.nextInt(300), random);
      numbers.add(JsonNumber.of(new BigDecimal(digits, random.nextInt(200) - 100)));
    }

    for (JsonNumber number : numbers) {
      assertThat(JsonArray.of(number)).hasToString("[" + number + "]");
      assertThat(number.size()).isEqualTo(number.toString().length());
      assertThat(JsonNumber.of(new BigDecimal(number.toString()))).isEqualTo(number);
    }
  }

  @Test
  void shouldBuildAnObject() {
    JsonObject.Builder builder = JsonObject.builder();

    builder.put("b", Json.of(1)).put("a", Json.of(2)).put("b", Json.of(3));

    assertThat(builder.has("b")).isTrue();
    assertThat(builder.size()).isEqualTo(2);
    JsonObject built = builder.build();
    assertThat(built).hasToString("{\"b\":3,\"a\":2}");
    assertThat(builder.has("b")).isFalse();
    assertThat(builder.put("c", Json.of(4)).build()).hasToString("{\"c\":4}");
    assertThat(builder.build()).isSameAs(JsonObject.EMPTY);
    assertThat(built).hasToString("{\"b\":3,\"a\":2}");
  }

  @Test
  void shouldKeepTheOrderOfMembersButNotCompareIt() {
    JsonObject one = JsonObject.of("b", Json.of(1)).with("a", Json.of(2));
    JsonObject other = JsonObject.of("a", Json.of(2)).with("b", Json.of(1));

    assertThat(one).isEqualTo(other).hasSameHashCodeAs(other).hasToString("{\"b\":1,\"a\":2}");
  }

  @Test
  void shouldConvertFromAndToPlainValues() {
    Map<String, Object> plain = new LinkedHashMap<>();
    plain.put("list", Arrays.asList(1L, "two", true, null));
    plain.put("half", new BigDecimal("0.5"));

    assertThat(Json.ofJava(plain).toJava()).isEqualTo(plain);
    assertThatThrownBy(() -> Json.ofJava(List.of(new Object())))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldCopyItsMutableSources() {
    Map<String, Json> members = new LinkedHashMap<>(Map.of("a", Json.of(1)));
    JsonObject object = JsonObject.of(members);

    members.put("b", Json.of(2));

    assertThat(object.members()).hasSize(1);
    assertThatThrownBy(() -> object.members().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void shouldKnowHowDeepItIs() {
    assertThat(Json.of(1).depth()).isZero();
    assertThat(JsonArray.of(JsonObject.EMPTY, JsonArray.of(JsonArray.EMPTY)).depth()).isEqualTo(3);
  }
}
