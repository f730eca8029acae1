package dev.pawl.model.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text that comes as bytes is read in two ways, which must never differ. */
class JsonTextTest {

  private final Random random = new Random(23);

  @Test
  void shouldReadItsOwnOutputQuickly() {
    int quick = 0;
    for (int round = 0; round < 5_000; round++) {
      Json value = json(4);

      assertThat(JsonText.parse(value.toUtf8())).isEqualTo(value).hasToString(value.toString());
      quick += QuickJson.parse(value.toUtf8()).isPresent() ? 1 : 0;
    }
    assertThat(quick).isGreaterThan(2_500);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "-0.0",
        "0.5",
        "-12.50",
        "123456789012345678",
        "0.12345678901234567",
        "\"\"",
        "\"a\\\"\\\\\\/\\b\\f\\n\\r\\tb\"",
        "\"\u00e4\u20ac\ud83d\ude00\\n\u00e4\"",
        " [ 1 , 2 ]\n",
        "{ \"a\" : { } , \"b\" : [ ] }",
        "[true,false,null]",
        "{\"a\":1,\"\u00e4\":2,\"a\\n\":3}"
      })
  void shouldReadCommonInputQuickly(String text) {
    Optional<Json> quick = QuickJson.parse(text.getBytes(UTF_8));

    assertThat(quick).contains(JsonText.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-",
        ".5",
        "5.",
        "01",
        "-01",
        "1e3",
        "1.5E-3",
        "+1",
        "1.2.3",
        "1-2",
        "0x1",
        "1234567890123456789",
        "12345678901234567.89",
        "tru",
        "truex",
        "nulll",
        "True",
        "NaN",
        "\"",
        "\"a",
        "\"\\",
        "\"\\u00e4\"",
        "\"\\x\"",
        "\"a\nb\"",
        "\"\\n\u0001\"",
        "\"\ufffd\"",
        "[",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "]",
        "[1}",
        "[1]]",
        "[1] x",
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1,}",
        "{\"a\" 1}",
        "{a:1}",
        "{1:2}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1]",
        "{\"\\u0061\":1}",
        "\u0000",
        "1\u0000"
      })
  void shouldFallBackToTheLibraryForUnusualInput(String text) {
    assertThat(QuickJson.parse(text.getBytes(UTF_8))).isEmpty();
  }

  @Test
  void shouldNotGoDeeperThanTheLibrary() {
    byte[] deepest = nested(JsonText.MAX_DEPTH);
    byte[] tooDeep = nested(JsonText.MAX_DEPTH + 1);
    byte[] wide = ("[" + "[],[[]],{},".repeat(JsonText.MAX_DEPTH) + "{}]").getBytes(UTF_8);

    assertThat(QuickJson.parse(deepest)).contains(JsonText.parse(text(deepest)));
    assertThat(QuickJson.parse(tooDeep)).isEmpty();
    assertThat(outcome(() -> JsonText.parse(tooDeep))).startsWith("refused");
    assertThat(QuickJson.parse(wide)).contains(JsonText.parse(text(wide)));
  }

  private static byte[] nested(int depth) {
    return ("[".repeat(depth) + "]".repeat(depth)).getBytes(UTF_8);
  }

  @Test
  void shouldRejectInvalidUtf8() {
    byte[] half = {'"', (byte) 0xC3, '"'};

    assertThat(outcome(() -> JsonText.parse(half))).isEqualTo("refused: the text is not in UTF-8");
  }

  @Test
  void shouldAgreeWithTheLibraryOnDamagedText() {
    String signs = "{}[]\",:\\ \n09.-eutfn\u0001a";
    int read = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = json(3).toUtf8();
      for (int i = 1 + random.nextInt(2); i > 0 && bytes.length > 0; i--) {
        bytes[random.nextInt(bytes.length)] =
            random.nextInt(8) == 0
                ? (byte) random.nextInt()
                : (byte) signs.charAt(random.nextInt(signs.length()));
      }

      Optional<Json> quick = QuickJson.parse(bytes);

      if (quick.isPresent()) {
        read++;
        assertThat(outcome(() -> JsonText.parse(text(bytes)))).isEqualTo(quick.get().toString());
      }
    }
    assertThat(read).isGreaterThan(1_000);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  private static String outcome(Supplier<Json> reading) {
    try {
      return reading.get().toString();
    } catch (JsonSyntaxException e) {
      return "refused: " + e.getMessage();
    }
  }

  private String word() {
    String signs =
        random.nextInt(4) == 0 ? "aZ/\"\\\n\u00df\u20ac\ud83d\ude00\u0001" : "abcXYZ 019_-";
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append(signs.charAt(random.nextInt(signs.length())));
    }
    return text.toString();
  }

  private Json json(int depth) {
    return switch (random.nextInt(depth > 0 ? 7 : 5)) {
      case 0 -> JsonNull.NULL;
      case 1 -> Json.of(random.nextBoolean());
      case 2 -> Json.of(random.nextLong() >> random.nextInt(64));
      case 3 ->
          JsonNumber.of(
              BigDecimal.valueOf(random.nextLong() >> random.nextInt(64), random.nextInt(12)));
      case 4 -> Json.of(word());
      case 5 -> {
        List<Json> list = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
          list.add(json(depth - 1));
        }
        yield JsonArray.of(list);
      }
      default -> {
        JsonObject.Builder object = JsonObject.builder();
        for (int i = random.nextInt(6); i > 0; i--) {
          object.put(word(), json(depth - 1));
        }
        yield object.build();
      }
    };
  }
}
