package dev.pawl.model.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.pawl.model.path.Segment.Element;
import dev.pawl.model.path.Segment.Member;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathTest {

  @Test
  void shouldDistinguishInputContextAndVariable() {
    assertThat(Path.parse("$").root()).isEqualTo(Root.Input.INPUT);
    assertThat(Path.parse("$.x").root()).isEqualTo(Root.Input.INPUT);
    assertThat(Path.parse("$['x']").root()).isEqualTo(Root.Input.INPUT);
    assertThat(Path.parse("$$").root()).isEqualTo(Root.Context.CONTEXT);
    assertThat(Path.parse("$$.Execution.Id").root()).isEqualTo(Root.Context.CONTEXT);
    assertThat(Path.parse("$x").root()).isEqualTo(new Root.Variable("x"));
    assertThat(Path.parse("$größe_2.net[0]").root()).isEqualTo(new Root.Variable("größe_2"));
    assertThat(Path.parse("$states.input.a").root()).isEqualTo(new Root.Variable("states"));
  }

  @Test
  void shouldReadNamesInEveryNotation() {
    assertThat(Path.parse("$.a['b'][\"c\"].d-e[2][-1].☺").segments())
        .containsExactly(
            new Member("a"),
            new Member("b"),
            new Member("c"),
            new Member("d-e"),
            new Element(2),
            new Element(-1),
            new Member("☺"));
    assertThat(Path.parse("$.1st.ns:name.[0]").segments())
        .containsExactly(new Member("1st"), new Member("ns:name"), new Element(0));
  }

  @Test
  void shouldReadEscapesInQuotedNames() {
    assertThat(nameOf("$['\\'']")).isEqualTo("'");
    assertThat(nameOf("$[\"\\\"\"]")).isEqualTo("\"");
    assertThat(nameOf("$['\\u263a\\n\\\\\\uD834\\uDD1E']")).isEqualTo("☺\n\\\uD834\uDD1E");
    assertThat(nameOf("$['a\\\"b']")).isEqualTo("a\\\"b");
  }

  private static String nameOf(String path) {
    return ((Member) Path.parse(path).segments().getFirst()).name();
  }

  @Test
  void shouldKeepTheSource() {
    assertThat(Path.parse("$ .a  ['b']").source()).isEqualTo("$ .a  ['b']");
  }

  @Test
  void shouldReadTheLastElementWrittenAsAScript() {
    assertThat(Path.parse("$[(@.length-1)].bar").segments())
        .isEqualTo(List.of(new Element(-1), new Member("bar")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "$|true|true",
        "$.a.b[0]['c']|true|true",
        "$a.b|true|true",
        "$.a[-1]|true|false",
        "$.a.length()|true|false",
        "$.a[*]|false|false",
        "$.*|false|false",
        "$..a|false|false",
        "$.a[1:2]|false|false",
        "$['a','b']|false|false",
        "$.a[?@.b]|false|false"
      })
  void shouldKnowDefiniteAndReferencePaths(String text, boolean definite, boolean reference) {
    Path path = Path.parse(text);

    assertThat(path.isDefinite()).isEqualTo(definite);
    assertThat(path.isReference()).isEqualTo(reference);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$.users[?(@.status == 0)]",
        "$.books[?(@.price < 10 && @.category == 'fiction')]",
        "$.books[?(@.author =~ /.*Tolkien/i)]",
        "$.books[?(@.author =~ /a\\/b/)].title",
        "$.books[?(@.category in ['a', \"b\", 3, null])]",
        "$.books[?(@.tags contains 'x' || @.tags empty true)]",
        "$..book[?(!(@.isbn))]",
        "$.a[?(@['b-c'] != $.limit)]",
        "$[?length(@.a) > count($..b)]",
        "$.a[?match(@.b, 'x.*') || search(@.b, value(@.c))]",
        "$.a.length()",
        "$.Payload.a/b#c",
        "$.files[?(@.Name==Receipt)]",
        "$.a[?(@.b != two-words_3 && größe == @.c)]",
        "$.a[?(@.b in [One, 'Two'])].c"
      })
  void shouldParseCommonPaths(String text) {
    assertThat(Path.parse(text).source()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "##|0",
        "a.b|0",
        "# $#|0",
        "$.|2",
        "$...|3",
        "$.a..|5",
        "$a-b|2",
        "$$$|2",
        "$.a b|3",
        "${a}|1",
        "$[|2",
        "$[]|2",
        "$[a]|2",
        "$['a|4",
        "$['a'|5",
        "$[01]|2",
        "$[-0]|2",
        "$[0,]|4",
        "$[9007199254740992]|2",
        "$['\\x']|3",
        "$.a.length().b|12",
        "$.a[*].length()|6",
        "$.a.sum()|7",
        "$[(@.size-1)]|2",
        "$[?]|3",
        "$[?true]|3",
        "$[?@.a == True]|10",
        "$[?b]|3",
        "$[?@.a == b(1)]|11",
        "$[?@.a == B(1)]|10",
        "$[?@.a == b.c]|11",
        "$[?length(b) == 1]|10",
        "$[?match(@.a, b)]|14",
        "$[?@.* == 1]|3",
        "$[?@.a == $b]|11",
        "$[?@.a == $$.b]|11",
        "$[?foo(@)]|6",
        "$[?count(1) > 1]|9",
        "$[?match(@.a, 'x') == true]|3",
        "$[?@.a =~ /(/]|10",
        "$[?@.a =~ /a/x]|10",
        "$[?@.a =~ /a{900}{900}/]|10",
        "$[?(@.a]|7"
      })
  void shouldLocateTheErrorInAPath(String text, int position) {
    assertThatExceptionOfType(PathSyntaxException.class)
        .isThrownBy(() -> Path.parse(text == null ? "" : text))
        .satisfies(e -> assertThat(e.position()).as(e.getMessage()).isEqualTo(position));
  }

  @Test
  void shouldStopAtTheEndOfAPathInsideText() {
    String text = "f($.a['x'] , 1)";

    Path.Part part = Path.parseAt(text, 2);

    assertThat(part.path().source()).isEqualTo("$.a['x']");
    assertThat(text.substring(part.end())).isEqualTo(" , 1)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[?(", "[?!(", "[?@[?", "[?length(length("})
  void shouldRefuseDeepNesting(String part) {
    String text = "$" + part + part.substring(part.length() > 3 ? 2 : 0).repeat(1500);

    assertThatExceptionOfType(PathSyntaxException.class).isThrownBy(() -> Path.parse(text));
    assertThatExceptionOfType(PathSyntaxException.class)
        .isThrownBy(() -> Path.parse("$[?" + "(".repeat(9000)))
        .withMessageContaining("nested");
  }

  @Test
  void shouldRefuseLongPaths() {
    assertThatExceptionOfType(PathSyntaxException.class)
        .isThrownBy(() -> Path.parse("$" + ".a".repeat(101)))
        .withMessageContaining("100 segments");
    assertThatExceptionOfType(PathSyntaxException.class)
        .isThrownBy(() -> Path.parse("$." + "a".repeat(1_000_000)))
        .withMessageContaining("10000 characters");
    assertThatExceptionOfType(PathSyntaxException.class)
        .isThrownBy(() -> Path.parse("$[?@.a == 1" + "0".repeat(5000) + "]"))
        .withMessageContaining("too long");
    assertThatExceptionOfType(PathSyntaxException.class)
        .isThrownBy(() -> Path.parse("$[?@.a == 1E+600000000]"))
        .withMessageContaining("out of range");
  }
}
