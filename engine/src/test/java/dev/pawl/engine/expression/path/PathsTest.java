package dev.pawl.engine.expression.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.json.JsonText;
import dev.pawl.model.path.Path;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathsTest {

  private static final String STORE =
      """
      {"books": [
         {"title": "A", "price": 8, "tags": ["x", "y"], "by": {"name": "Ann"}},
         {"title": "B", "price": 12, "tags": [], "isbn": null},
         {"title": "C", "price": 9.5, "tags": ["z"], "isbn": "3-1"}],
       "limit": 10, "wanted": ["B", "C"], "a-b": 1, "none": null}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "$.limit|10",
        "$['a-b']|1",
        "$.a-b|1",
        "$.none|null",
        "$.books[0].by.name|\"Ann\"",
        "$.books[-1].title|\"C\"",
        "$.books[(@.length-2)].title|\"B\"",
        "$.books.length()|3",
        "$.books[0].length()|4",
        "$.books[0].title.length()|1",
        "$.books[*].title|[\"A\",\"B\",\"C\"]",
        "$.books[:2].title|[\"A\",\"B\"]",
        "$.books[::-1].title|[\"C\",\"B\",\"A\"]",
        "$.books[0,2].title|[\"A\",\"C\"]",
        "$.books[0]['title','price']|[\"A\",8]",
        "$..name|[\"Ann\"]",
        "$..tags[0]|[\"x\",\"z\"]",
        "$.nothing[*]|[]",
        "$.nothing[0:1].x|[]",
        "$.limit[*]|[]",
        "$..nothing|[]",
        "$.books[?(@.price < 10)].title|[\"A\",\"C\"]",
        "$.books[?(@.price < $.limit && @.isbn)].title|[\"C\"]",
        "$.books[?(@.isbn)].title|[\"B\",\"C\"]",
        "$.books[?(!@.isbn)].title|[\"A\"]",
        "$.books[?(@.isbn == null)].title|[\"B\"]",
        "$.books[?(@.title =~ /[ab]/i)].title|[\"A\",\"B\"]",
        "$.books[?(@.isbn =~ /3/)].title|[]",
        "$.books[?(@.title == B)].title|[\"B\"]",
        "$.books[?(B != @.title)].title|[\"A\",\"C\"]",
        "$.books[?(@.title in [A, C])].title|[\"A\",\"C\"]",
        "$.books[?(@.title in ['A', 'C'])].title|[\"A\",\"C\"]",
        "$.books[?(@.title in $.wanted)].title|[\"B\",\"C\"]",
        "$.books[?(@.title nin ['A'])].title|[\"B\",\"C\"]",
        "$.books[?(@.tags contains 'z')].title|[\"C\"]",
        "$.books[?(@.isbn contains '-')].title|[\"C\"]",
        "$.books[?(@.tags size 2)].title|[\"A\"]",
        "$.books[?(@.tags empty true)].title|[\"B\"]",
        "$.books[?(@.tags subsetof ['x','y','z'])].title|[\"A\",\"B\",\"C\"]",
        "$.books[?(@.tags anyof ['x','z'])].title|[\"A\",\"C\"]",
        "$.books[?(@.tags noneof ['x'])].title|[\"B\",\"C\"]",
        "$.books[?count(@.tags[*]) == 1].title|[\"C\"]",
        "#$.books[?length(@.tags) > 1 || match(@.isbn, '3.*')].title#|[\"A\",\"C\"]"
      })
  void shouldReadAsTheSpecificationDefines(String path, String expected) {
    assertThat(read(path, STORE)).isEqualTo(JsonText.parse(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "$.a.b|no such member 'a'",
        "$.books[3]|no element 3 in an array of 3",
        "$.books[-4]|no element -4 in an array of 3",
        "$.books.title|no member 'title' in an array",
        "$.limit.x|no member 'x' in a number",
        "$.none.x|no member 'x' in null",
        "$.limit[0]|no element 0 in a number",
        "$.limit.length()|a number has no length"
      })
  void shouldExplainWhyADefinitePathFindsNothing(String path, String reason) {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> read(path, STORE))
        .withMessage("Invalid path '" + path + "' : " + reason)
        .satisfies(e -> assertThat(e.code()).isEqualTo("path"));
    assertThat(Paths.select(Path.parse(path), JsonText.parse(STORE), new Budget())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "$|{\"a\":1}|9",
        "$.a|{\"a\":1,\"b\":2}|{\"a\":9,\"b\":2}",
        "$.c|{\"a\":1}|{\"a\":1,\"c\":9}",
        "$.c.d.e|{\"a\":1}|{\"a\":1,\"c\":{\"d\":{\"e\":9}}}",
        "$.a.b|{\"a\":{\"c\":1}}|{\"a\":{\"c\":1,\"b\":9}}",
        "$['x y'].z|{}|{\"x y\":{\"z\":9}}",
        "$.a[1]|{\"a\":[1,2,3]}|{\"a\":[1,9,3]}",
        "$.a[0].b.c|{\"a\":[{\"b\":{}}]}|{\"a\":[{\"b\":{\"c\":9}}]}",
        "$[0]|[1]|[9]"
      })
  void shouldWriteToReferencePaths(String path, String document, String expected) {
    Json before = JsonText.parse(document);

    Json after = Paths.write(Path.parse(path), before, Json.of(9));

    assertThat(after).isEqualTo(JsonText.parse(expected));
    assertThat(before).isEqualTo(JsonText.parse(document));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "$.a|\"text\"",
        "$.a|[1]",
        "$.a.b|{\"a\":\"text\"}",
        "$.a.b|{\"a\":null}",
        "$.a.b|{\"a\":[]}",
        "$.a[0]|{}",
        "$.a[0]|{\"a\":{}}",
        "$.a[1]|{\"a\":[1]}",
        "$[0]|{}"
      })
  void shouldNotWriteToANonexistentPath(String path, String document) {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> Paths.write(Path.parse(path), JsonText.parse(document), Json.of(9)))
        .withMessageStartingWith("Invalid path '" + path + "' : no ")
        .satisfies(e -> assertThat(e.code()).isEqualTo("path"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"$.*", "$..a", "$[-1]", "$[0:1]", "$.a.length()"})
  void shouldRefuseToWriteToOtherPaths(String path) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Paths.write(Path.parse(path), JsonArray.EMPTY, Json.of(9)));
  }

  @Timeout(20)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "$..*..*..*",
        "$..[*,*,*]..[*,*,*]",
        "$..[?$..*]",
        "$..[?@ == $ || count($..*) > 1]",
        "$[?$.* ][?count($..[?count($..*) > 1]) > 1]",
        "$..*[?search(value($..x), value($..y)) || $..*]"
      })
  void shouldEndHostilePathsByBudget(String path) {
    Json tree = Json.of("xxxxxxxx");
    for (int i = 0; i < 16; i++) {
      tree = JsonArray.of(tree, tree);
    }
    Json document = tree;

    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> Paths.select(Path.parse(path), document, new Budget()))
        .satisfies(e -> assertThat(e.code()).isEqualTo("budget"));
  }

  @Timeout(20)
  @Test
  void shouldCountTheLengthOfTextsAgainstTheBudget() {
    Json text = Json.of("a".repeat(500_000));
    Json document = JsonArray.of(Collections.nCopies(1000, text));

    for (String path :
        new String[] {
          "$[?@ == $[1]]",
          "$[?@ < $[1]]",
          "$[?length(@) == 1]",
          "$[?search(@, '(a|b)*c')]",
          "$[?@ =~ /a{1,900}b/]",
          "$[?@ contains $[0]]"
        }) {
      assertThatExceptionOfType(ExpressionException.class)
          .as(path)
          .isThrownBy(() -> Paths.select(Path.parse(path), document, new Budget()))
          .satisfies(e -> assertThat(e.code()).isEqualTo("budget"));
    }
  }

  @Test
  void shouldEndInDeepDocumentsByBudget() {
    Json deep = Json.of(1);
    for (int i = 0; i < 100_000; i++) {
      deep = JsonArray.of(deep);
    }
    Json document = deep;

    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> Paths.select(Path.parse("$..a"), document, new Budget()))
        .satisfies(e -> assertThat(e.code()).isEqualTo("budget"));
  }

  private static Json read(String path, String document) {
    return Paths.read(Path.parse(path), JsonText.parse(document), new Budget());
  }
}
