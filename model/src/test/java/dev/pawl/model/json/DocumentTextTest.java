package dev.pawl.model.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentTextTest {

  @Test
  void shouldReturnUnchangedTextAsItWas() {
    String json = "{ \"b\":1,\n\n\"a\" : [ ] }";
    String yaml = "# hello\nb:   1\na: {x: 'y'}   # odd\n";

    assertThat(DocumentText.of(Document.parse(json))).isEqualTo(json);
    assertThat(DocumentText.of(Document.parse(yaml))).isEqualTo(yaml);
    assertThat(DocumentText.of(Document.parse(json).withValue(Document.parse(json).value())))
        .isEqualTo(json);
  }

  @Test
  void shouldLayOutJsonForReading() {
    Json value = JsonText.parse("{\"a\":{\"b\":[1,\"x\",null],\"c\":[{\"d\":{}}],\"e\":[]}}");

    assertThat(DocumentText.of(Document.of(value), DocumentFormat.JSON))
        .isEqualTo(
            """
            {
              "a": {
                "b": [1, "x", null],
                "c": [
                  {
                    "d": {}
                  }
                ],
                "e": []
              }
            }
            """);
  }

  @Test
  void shouldLayOutYamlForReading() {
    Json value =
        JsonText.parse(
            """
            {"Comment": "Pays: slowly", "States": {"A": {"Type": "Task", "End": true,
              "Retry": [{"ErrorEquals": ["States.ALL"], "MaxAttempts": 2}],
              "Arguments": {"n": "12", "yes": "no", "x": "{% $a %}", "empty": {}, "none": null},
              "Note": "one\\ntwo\\n", "Open": "one\\n\\n  two", "Odd": " \\n"}}}
            """);

    assertThat(DocumentText.of(Document.of(value), DocumentFormat.YAML))
        .isEqualTo(
            """
            Comment: "Pays: slowly"
            States:
              A:
                Type: Task
                End: true
                Retry:
                  - ErrorEquals:
                      - States.ALL
                    MaxAttempts: 2
                Arguments:
                  "n": "12"
                  "yes": "no"
                  x: "{% $a %}"
                  empty: {}
                  none: null
                Note: |
                  one
                  two
                Open: |-
                  one

                    two
                Odd: " \\n"
            """);
  }

  @Test
  void shouldKeepCommentsWhoseTargetStillExists() {
    String yaml =
        """
        # The whole thing.

        StartAt: A # first
        States:
          # the one
          A:
            Type: Task # work
            Resource: old
            Retry: # sometimes
              # every error
              - ErrorEquals: [States.ALL] # all
                # not often
                MaxAttempts: 1
            Gone: 1 # this leaves with its member
            End: true
        # the end
        """;
    Document document = Document.parse(yaml);
    JsonObject root = (JsonObject) document.value();
    JsonObject states = (JsonObject) root.get("States").orElseThrow();
    JsonObject a = (JsonObject) states.get("A").orElseThrow();

    JsonObject changed = a.with("Resource", Json.of("new")).without("Gone");
    Document edited = document.withValue(root.with("States", states.with("A", changed)));

    assertThat(DocumentText.of(edited))
        .isEqualTo(
            """
            # The whole thing.

            StartAt: A # first
            States:
              # the one
              A:
                Type: Task # work
                Resource: new
                Retry: # sometimes
                  # every error
                  - ErrorEquals:
                      - States.ALL # all
                    # not often
                    MaxAttempts: 1
                End: true
            # the end
            """);
    assertThat(Document.parse(DocumentText.of(edited)).value()).isEqualTo(edited.value());
  }

  @Test
  void shouldKeepTheOrderOfKeys() {
    Document document = Document.parse("{\"z\":1,\"a\":2,\"m\":3}");

    String yaml = DocumentText.of(document, DocumentFormat.YAML);

    assertThat(yaml).isEqualTo("z: 1\na: 2\nm: 3\n");
    assertThat(Document.parse(yaml).value().toString()).isEqualTo("{\"z\":1,\"a\":2,\"m\":3}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a ",
        " a",
        "true",
        "Null",
        "~",
        "12",
        "1e3",
        "0x1",
        "-",
        "- a",
        "a: b",
        "a:",
        "a #b",
        "#",
        "%",
        "{% 'x' & \"y\" %}",
        "[",
        "'",
        "\"",
        "\\",
        "@x",
        "`",
        "&a",
        "*a",
        "!a",
        "|",
        ">",
        "?",
        ": x",
        "---",
        "...",
        "=",
        "<<",
        ".5",
        "+1",
        "2026-01-31",
        "a\tb",
        "a\nb",
        "a\n",
        "\na",
        "a\n\n",
        "a\r\nb",
        " a\nb",
        "a \n b",
        "a\n \nb",
        "\u0000",
        "\u0007",
        "\u0085",
        "\u2028",
        "\ufeff",
        "\ud800",
        "é",
        "日本",
        "😀",
        "a\u00a0b",
        "\u007f",
        "\uffff",
        "a,b",
        "a]b",
        "x: 'y' # z",
        "yes",
        "a\n#b\n",
        "a\n\tb",
        "\ta",
        "a\t"
      })
  void shouldWriteAnyTextReadably(String text) {
    Json value =
        JsonObject.of(text, JsonArray.of(Json.of(text), JsonObject.of("k", Json.of(text))));

    for (DocumentFormat format : DocumentFormat.values()) {
      String written = DocumentText.of(Document.of(value), format);

      assertThat(Document.read(written, format).value()).as(written).isEqualTo(value);
    }
  }

  @Test
  void shouldWriteLongKeysAndRoots() {
    for (Json value :
        List.of(
            JsonObject.of("k".repeat(2000), JsonObject.of("x", Json.of(1))),
            JsonArray.of(JsonObject.of("k".repeat(2000), Json.of(1))),
            Json.of("two\nlines"),
            Json.of(12),
            JsonNull.NULL,
            JsonObject.EMPTY)) {
      String written = DocumentText.of(Document.of(value), DocumentFormat.YAML);

      assertThat(Document.read(written, DocumentFormat.YAML).value()).as(written).isEqualTo(value);
    }
  }

  @Test
  void shouldReadWhateverItWrites() {
    for (int seed = 0; seed < 2000; seed++) {
      Json value = random(new Random(seed), 4);

      for (DocumentFormat format : DocumentFormat.values()) {
        String written = DocumentText.of(Document.of(value), format);
        assertThat(Document.read(written, format).value().toString())
            .as("seed %d", seed)
            .isEqualTo(value.toString());
      }
    }
  }

  private static Json random(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 6)) {
      case 0 -> JsonNull.NULL;
      case 1 -> JsonBool.of(random.nextBoolean());
      case 2 -> JsonNumber.of(random.nextInt(2000) - 1000);
      case 3 -> JsonNumber.of(BigDecimal.valueOf(random.nextLong(), random.nextInt(40) - 20));
      case 4, 5 -> new JsonString(text(random));
      case 6 -> {
        List<Json> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          elements.add(random(random, depth - 1));
        }
        yield JsonArray.of(elements);
      }
      default -> {
        Map<String, Json> members = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          members.put(text(random), random(random, depth - 1));
        }
        yield JsonObject.of(members);
      }
    };
  }

  private static String text(Random random) {
    String alphabet = "ab1:-#{}[]%&*!|>'\"\\ \n\t,.?@`~=<\u00e9\u2028\u0001";
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(8); i > 0; i--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }
}
