package dev.pawl.model.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonString;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentTest {

  @Test
  void shouldKnowThePositionOfEachMember() {
    String text =
        """
        {
          "a": {"b/c": 1},
          "list": [
            10,
            {"x~": null}
          ]
        }
        """;

    Document document = Document.read(text, DocumentFormat.JSON);

    assertThat(document.positionOf("")).isEqualTo(new DocumentPosition(1, 1));
    assertThat(document.positionOf("/a")).isEqualTo(new DocumentPosition(2, 3));
    assertThat(document.positionOf("/a/b~1c")).isEqualTo(new DocumentPosition(2, 9));
    assertThat(document.positionOf("/list/0")).isEqualTo(new DocumentPosition(4, 5));
    assertThat(document.positionOf("/list/1/x~0")).isEqualTo(new DocumentPosition(5, 6));
  }

  @Test
  void shouldPointAtTheNearestExistingLocation() {
    Document document = Document.read("{\n  \"a\": {}\n}", DocumentFormat.JSON);

    assertThat(document.positionOf("/a/missing/deeper")).isEqualTo(new DocumentPosition(2, 3));
    assertThat(Document.of(Json.of(1)).positionOf("/a")).isEqualTo(DocumentPosition.UNKNOWN);
  }

  @Test
  void shouldReadYamlLikeTheSameJson() {
    String yaml =
        """
        # a flow
        StartAt: A
        States:
          A:
            Type: Pass   # nothing to do
            Result: [1, 2.5, 1e3, "x", true, null, ~, 0x1F, 0o17]
            Text: |
              two
              lines
            End: true
        """;
    String json =
        """
        {"StartAt": "A", "States": {"A": {"Type": "Pass",
         "Result": [1, 2.5, 1000, "x", true, null, null, 31, 15],
         "Text": "two\\nlines\\n", "End": true}}}
        """;

    Document document = Document.parse(yaml);

    assertThat(document.format()).isEqualTo(DocumentFormat.YAML);
    assertThat(document.value()).isEqualTo(Document.parse(json).value());
    assertThat(document.positionOf("/States/A/Type")).isEqualTo(new DocumentPosition(5, 5));
    assertThat(document.positionOf("/States/A/Result/1")).isEqualTo(new DocumentPosition(6, 17));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "on",
        "yes",
        "No",
        "2026-01-31",
        "2026-01-31T12:00:00Z",
        "12:30:45",
        "1_000",
        "<<"
      })
  void shouldReadLegacyYamlLiteralsAsText(String scalar) {
    assertThat(Document.read("- " + scalar, DocumentFormat.YAML).value().get(0))
        .contains(new JsonString(scalar));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "a: 1\\na: 2 | 2 | 1 | the key 'a' is there twice",
        "a: !!java.net.URL [x] | 1 | 4 | tags such as 'tag:yaml.org,2002:java.net.URL' are not"
            + " allowed",
        "a: !x y | 1 | 4 | tags such as '!x' are not allowed",
        "a: *b | 1 | 4 | the alias '*b' has no anchor before it",
        "a: 1\\n---\\nb: 2 | 2 | 1 | there is a second document; one is expected",
        "? [a]\\n: 1 | 1 | 3 | a key must be plain text",
        "x: {a: 1}\\n"
            + "y:\\n"
            + "  <<: {b: 2} | 3 | 3 | merge keys ('<<') are not supported: write the members out",
        "a: .inf | 1 | 4 | '.inf' has no JSON form; put it in quotes to make it text",
      })
  void shouldDescribeYamlErrorsAndTheirPosition(String text, int line, int column, String message) {
    String yaml = text.replace("\\n", "\n");

    assertThatThrownBy(() -> Document.read(yaml, DocumentFormat.YAML))
        .isInstanceOfSatisfying(
            JsonSyntaxException.class,
            e -> {
              assertThat(e.getMessage()).isEqualTo(message);
              assertThat(e.line()).isEqualTo(line);
              assertThat(e.column()).isEqualTo(column);
            });
  }

  @Test
  void shouldRejectDuplicateKeysInJsonWithTheirPosition() {
    assertThatThrownBy(() -> Document.parse("{\"a\": 1,\n \"a\": 2}"))
        .isInstanceOfSatisfying(
            JsonSyntaxException.class,
            e -> {
              assertThat(e.getMessage()).contains("Duplicate").contains("a");
              assertThat(e.line()).isEqualTo(2);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " \n ", "{", "{\"a\":}", "[1,]", "{\"a\": 1} x", "nul", "a: [b", "a: 'b"})
  void shouldRejectAnInvalidDocument(String text) {
    assertThatThrownBy(
            () ->
                Document.read(
                    text, text.startsWith("a") ? DocumentFormat.YAML : DocumentFormat.JSON))
        .isInstanceOf(JsonSyntaxException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1E+600000000", "1e99999999999999999999", "1e401", "-1E-600000000"})
  void shouldRejectNumbersTooLargeForArithmetic(String number) {
    assertThatThrownBy(() -> Document.read("[" + number + "]", DocumentFormat.JSON))
        .isInstanceOf(JsonSyntaxException.class);
    assertThatThrownBy(() -> Document.read("- " + number, DocumentFormat.YAML))
        .isInstanceOf(JsonSyntaxException.class);
  }

  @Test
  void shouldReportTruncatedTextWithoutNamingTheLibrary() {
    assertThatThrownBy(() -> Document.read("{\"a\": [1, 2", DocumentFormat.JSON))
        .isInstanceOf(JsonSyntaxException.class)
        .hasMessage("Unexpected end-of-input: expected close marker for Array");
  }

  @Test
  void shouldRefuseValuesNestedTooDeep() {
    String json = "[".repeat(100_000) + "]".repeat(100_000);
    String blocks =
        IntStream.range(0, 200).mapToObj(i -> " ".repeat(i) + "a:\n").collect(Collectors.joining());

    assertThatThrownBy(() -> Document.read(json, DocumentFormat.JSON))
        .isInstanceOf(JsonSyntaxException.class)
        .hasMessageContaining("exceeds the maximum allowed (" + JsonText.MAX_DEPTH + ")");
    assertThatThrownBy(() -> Document.read(json, DocumentFormat.YAML))
        .isInstanceOf(JsonSyntaxException.class);
    assertThatThrownBy(() -> Document.read(blocks, DocumentFormat.YAML))
        .isInstanceOf(JsonSyntaxException.class)
        .hasMessageContaining("nested deeper than " + JsonText.MAX_DEPTH);
  }

  @Test
  void shouldRefuseAliasesThatExpandWithoutBound() {
    String laughs =
        "a: &a [x,x,x,x,x,x,x,x,x]\n"
            + "b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
            + "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
            + "d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n";
    String wide = "a: &a [" + "x,".repeat(100_000) + "x]\nb: [*a,*a,*a,*a,*a,*a]\n";

    assertThatThrownBy(() -> Document.read(laughs, DocumentFormat.YAML))
        .isInstanceOf(JsonSyntaxException.class)
        .hasMessageContaining("aliases");
    assertThatThrownBy(() -> Document.read(wide, DocumentFormat.YAML))
        .isInstanceOf(JsonSyntaxException.class)
        .hasMessageContaining("aliases");
  }

  @Test
  void shouldFollowAliasesWithinTheLimit() {
    Json value = Document.read("a: &a {x: 1}\nb: *a\n", DocumentFormat.YAML).value();

    assertThat(value.get("b")).isEqualTo(value.get("a"));
  }

  @Test
  void shouldRefuseTextThatIsTooLong() {
    String text = "\"" + "x".repeat(Document.MAX_LENGTH) + "\"";

    assertThatThrownBy(() -> Document.read(text, DocumentFormat.JSON))
        .isInstanceOf(JsonSyntaxException.class);
    assertThatThrownBy(() -> Document.read(text, DocumentFormat.YAML))
        .isInstanceOf(JsonSyntaxException.class);
  }

  @Test
  void shouldKeepASingleSurrogate() {
    assertThat(Document.parse("[\"\\ud800\"]").value().get(0)).contains(new JsonString("\ud800"));
  }

  @ParameterizedTest
  @CsvSource({"a.json,JSON", "b.YAML,YAML", "c.yml,YAML", "d.asl.json,JSON", "e.asl,JSON"})
  void shouldDetectTheFormatFromTheFileName(String name, DocumentFormat format) {
    assertThat(DocumentFormat.ofFile(name)).contains(format);
    assertThat(DocumentFormat.ofFile("flow.txt")).isEmpty();
  }

  @Test
  void shouldFindTheTargetOfAPointer() {
    Json json = Document.parse("{\"a/b\": [{\"~\": 7}]}").value();

    assertThat(Pointer.find(json, "/a~1b/0/~0")).contains(Json.of(7));
    assertThat(Pointer.find(json, "/a~1b/1")).isEmpty();
    assertThat(Pointer.find(json, "")).contains(json);
  }
}
