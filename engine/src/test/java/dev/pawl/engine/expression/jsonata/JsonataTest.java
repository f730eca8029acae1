package dev.pawl.engine.expression.jsonata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.json.JsonText;
import dev.pawl.model.jsonata.BuiltInFunctions;
import dev.pawl.model.jsonata.JsonataExpression;
import dev.pawl.sdk.Json;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each part of the language means; strings in the expressions are in single quotes. */
class JsonataTest {

  private static final String SHOP =
      """
      {"name": "Shop", "open": true, "none": null, "id": 9007199254740993,
       "orders": [
         {"no": "A1", "lines": [{"sku": "x", "price": 10, "count": 2},
                                {"sku": "y", "price": 2.5, "count": 4}]},
         {"no": "A2", "lines": [{"sku": "x", "price": 10, "count": 1}]}],
       "stock": [{"sku": "x", "place": "left"}, {"sku": "y", "place": "right"}],
       "one": [7], "empty": []}
      """;

  private static Optional<Json> evaluate(String source) {
    return Jsonata.evaluate(
        JsonataExpression.parse(source),
        Optional.of(JsonText.parse(SHOP)),
        Map.of("limit", Json.of(5), "states", JsonText.parse("{\"input\":{\"a\":[1,2]}}")),
        new FixedEvaluationTime(),
        new Budget());
  }

  private static String code(String source) {
    return catchThrowableOfType(ExpressionException.class, () -> evaluate(source)).code();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // paths
        "name => \"Shop\"",
        "orders.no => [\"A1\",\"A2\"]",
        "orders.lines.price => [10,2.5,10]",
        "orders[0].lines[-1].sku => \"y\"",
        "orders.lines[0].sku => [\"x\",\"x\"]",
        "(orders.lines)[0].sku => \"x\"",
        "orders.lines[price > 5].count => [2,1]",
        "orders.lines[[0..1]].sku => [\"x\",\"y\",\"x\"]",
        "one => [7]",
        "orders[0].no[] => [\"A1\"]",
        "orders[no='A2'].no[] => [\"A2\"]",
        "missing.path => undefined",
        "none => null",
        "empty => []",
        "empty.x => undefined",
        "stock.* => [\"x\",\"left\",\"y\",\"right\"]",
        "**.place => [\"left\",\"right\"]",
        "orders.lines.%.no => [\"A1\",\"A1\",\"A2\"]",
        "orders.lines.{'n': %.no, 's': sku}[0] => {\"n\":\"A1\",\"s\":\"x\"}",
        "orders.lines@$l.$$.stock[sku=$l.sku].place => [\"left\",\"right\",\"left\"]",
        "orders#$i.{'i':$i,'n':no} => [{\"i\":0,\"n\":\"A1\"},{\"i\":1,\"n\":\"A2\"}]",
        "orders.lines^(>price, count).count => [1,2,4]",
        "orders.lines{sku: $sum(count)} => {\"x\":3,\"y\":4}",
        "orders.{no: $count(lines)} => [{\"A1\":2},{\"A2\":1}]",
        "$.name & $$.name => \"ShopShop\"",
        "`orders`.'no' => [\"A1\",\"A2\"]",
        // operators
        "1 + 2 * 3 - 4 / 2 % 3 => 5",
        "-(3) & '' => \"-3\"",
        "missing + 1 => undefined",
        "1 < 2 and 'a' <= 'b' => true",
        "missing < 1 => undefined",
        "[1,{'a':2}] = [1,{'a':2.0}] => true",
        "missing != 1 => false",
        "id = 9007199254740993 and id != 9007199254740992 => true",
        "id => 9007199254740993",
        "'x' in ['x','y'] => true",
        "open or $error('never') => true",
        "missing ?? 'd' => \"d\"",
        "none ?? 'd' => null",
        "none ?: 'd' => \"d\"",
        "open ? 'yes' : 'no' => \"yes\"",
        "missing ? 'yes' => undefined",
        "[1..3, 7] => [1,2,3,7]",
        "$count([1..10000000]) => 10000000",
        "{'a': missing, 'b': [missing]} => {\"b\":[]}",
        "($x := 1; ($x := 2); $x) => 1",
        "$ ~> |orders|{'done': true}, 'lines'| ~> $lookup('orders') =>"
            + " [{\"no\":\"A1\",\"done\":true},{\"no\":\"A2\",\"done\":true}]",
        "0.1 + 0.2 => 0.30000000000000004",
        "$string(0.1 + 0.2) => \"0.3\"",
        // functions as values
        "($f := function($x, $y){$x * $y}; $f(2, ?)(4)) => 8",
        "$map([1,2], λ($v, $i){$v * $i}) => [0,2]",
        "($add := λ($n){λ($x){$x + $n}}; $map([1,2], $add(10))) => [11,12]",
        "name ~> $lowercase ~> $length => 4",
        "($u := $trim ~> $uppercase; $u(' a ')) => \"A\"",
        "orders.$count(lines) => [2,1]",
        "λ($a)<a<n>:n>{$sum($a)}(3) => 3",
        "($f := λ($n, $r){$n = 0 ? $r : $f($n - 1, $r + 1)}; $f(20000, 0)) => 20000",
        "name[$ ~> /^sh/i] => \"Shop\"",
        "$reduce([1..4], λ($a, $b){$a + $b}, 10) => 20",
        "$sort(['b','a']) & $join($sort([3,1,2], λ($a,$b){$a < $b}).$string()) =>"
            + " \"[\\\"a\\\",\\\"b\\\"]321\"",
        "$single(stock, λ($s){$s.sku = 'y'}).place => \"right\"",
        "$sift(orders[0], λ($v, $k){$k = 'no'}) => {\"no\":\"A1\"}",
        "$each({'a':1,'b':2}, λ($v, $k){$k & $v}) => [\"a1\",\"b2\"]",
        "$zip([1,2],[3,4,5]) => [[1,3],[2,4]]",
        // strings
        "$substring('h😀llo', 1, 2) => \"😀l\"",
        "$substringBefore('a-b','-') & $substringAfter('a-b','-') => \"ab\"",
        "$pad('x', -3, '0') & $pad('x', 3, '#') => \"00xx##\"",
        "$split('a, b,c', /,\\s*/) => [\"a\",\"b\",\"c\"]",
        "$replace('2026-03', /(\\d+)-(\\d+)/, '$2/$1') => \"03/2026\"",
        "$replace('ab', /b/, λ($m){$uppercase($m.match)}) => \"aB\"",
        "$match('a1b22', /[a-z](\\d+)/).groups => [\"1\",\"22\"]",
        "$contains('abc', 'bc') and $contains('abc', /B/i) => true",
        "$contains('abc', missing) => undefined",
        "$contains(missing, 'a') => undefined",
        "$string({'a':[1,'x']}) => \"{\\\"a\\\":[1,\\\"x\\\"]}\"",
        "$base64encode('héllo') ~> $base64decode => \"héllo\"",
        "$encodeUrlComponent('a b&ü') & $encodeUrl('a b&ü') => \"a%20b%26%C3%BCa%20b&%C3%BC\"",
        "$decodeUrlComponent('a%20b%26') & $decodeUrl('%26%20') => \"a b&%26 \"",
        // numbers
        "$number('0x1F') + $number('1e2') + $number(true) => 132",
        "$round(2.5) + $round(3.55, 1) + $round(125, -1) => 125.6",
        "$power(2, 10) + $sqrt(16) + $abs(-1) + $floor(1.9) + $ceil(1.1) => 1032",
        "$formatNumber(1234.5, '#,##0.00') => \"1,234.50\"",
        "$formatBase(255, 16) => \"ff\"",
        "$formatInteger(1999, 'I') & $formatInteger(21, 'w;o') & $formatInteger(28, 'a') =>"
            + " \"MCMXCIXtwenty-firstab\"",
        "$parseInteger('one thousand and two', 'w') + $parseInteger('1,234', '#,##0') => 2236",
        "$max([1,3,2]) + $min([1,3,2]) + $average([1,2,3]) + $sum([]) => 6",
        // objects and arrays
        "$merge([{'a':1},{'a':2,'b':3}]) => {\"a\":2,\"b\":3}",
        "$keys(stock) => [\"sku\",\"place\"]",
        "$spread({'a':1,'b':2}) => [{\"a\":1},{\"b\":2}]",
        "$append(1, [2,3]) ~> $reverse => [3,2,1]",
        "$distinct([1, 1.0, 'a', 'a', {'x':1}, {'x':1}]) => [1,\"a\",{\"x\":1}]",
        "$type(none) & $type(open) & $type(1) & $type($sum) => \"nullbooleannumberfunction\"",
        "$exists(none) and $not(missing = 1) and $boolean([0]) = false => true",
        // time and chance
        "$now() => \"2026-03-01T10:20:30.123Z\"",
        "$now() = $now() and $millis() = $toMillis($now()) => true",
        "$fromMillis(0, '[FNn], [D1o] [MNn] [Y0001] [H01]:[m01] [Z]', '+0130') => \"Thursday, 1st"
            + " January 1970 01:30 +01:30\"",
        "$toMillis('5 March 2020', '[D] [MNn] [Y]') ~> $fromMillis() =>"
            + " \"2020-03-05T00:00:00.000Z\"",
        "$toMillis('10:15', '[H]:[m]') ~> $fromMillis() => \"2026-03-01T10:15:00.000Z\"",
        "($r := $random(); $r >= 0 and $r < 1 and $random() != $r) => true",
        "$sort($shuffle([1..5])) => [1,2,3,4,5]",
        // what flows add
        "$partition([1,2,3,4,5], 2) => [[1,2],[3,4],[5]]",
        "$partition([], 2) => []",
        "$range(0, 10, 3) => [0,3,6,9]",
        "$range(3, 1, -1) => [3,2,1]",
        "$range(1, 0, 1) => []",
        "$range(1, 9, 9) => 1",
        "[$range(1, 9, 9)] => [1]",
        "$range(1, 9, 9)[] => [1]",
        "$count($range(2, 2, 1)) => 1",
        "$hash('abc', 'MD5') => \"900150983cd24fb0d6963f7d28e17f72\"",
        "$hash('abc', 'SHA-1') => \"a9993e364706816aba3e25717850c26c9cd0d89d\"",
        "$length($hash('abc', 'SHA-256')) + $length($hash('', 'SHA-384')) + $length($hash('',"
            + " 'SHA-512')) => 288",
        "$random(7) = $random(7) => true",
        "$contains($uuid(),"
            + " /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) => true",
        "$uuid() != $uuid() => true",
        "$parse('[1, null, true]') => [1,null,true]",
        "$parse(missing) => undefined",
        // variables from outside
        "$limit + $sum($states.input.a) => 8",
        "$unknown => undefined",
      })
  void shouldFollowTheLanguageSpecification(String example) {
    String source = example.substring(0, example.lastIndexOf(" => "));
    String expected = example.substring(example.lastIndexOf(" => ") + 4);

    Optional<Json> result = evaluate(source);

    assertThat(result.map(Json::toString).orElse("undefined"))
        .isEqualTo(expected.equals("undefined") ? expected : JsonText.parse(expected).toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 + 'a' => T2002",
        "'a' - 1 => T2001",
        "-name => D1002",
        "1 < 'a' => T2009",
        "open < 1 => T2010",
        "[1..2.5] => T2004",
        "[1..10000001] => D2014",
        "1 / 0 => D1001",
        "1e300 * 1e300 => D1001",
        "$power(10, 1000) => D3061",
        "$sqrt(-1) => D3060",
        "$number('a') => D3030",
        "$number('1e600000000') => D3030",
        "{1: 2} => T1003",
        "{'a': 1, 'a': 2} => D1009",
        "sum(1) => T1005",
        "name() => T1006",
        "$nope() => T1006",
        "$uppercase(1) => T0410",
        "$sum(['a']) => T0412",
        "1 ~> 2 => T2006",
        "orders^(lines) => T2008",
        "$sort([1,'a']) => D3070",
        "$replace('aa', /a*?/, 'b') => D1004",
        "$split('a', 'b', -1) => D3020",
        "$reduce([1,2], λ($x){1}) => D3050",
        "$single([1,2]) => D3138",
        "$assert(false, 'no') => D3141",
        "$error('no') => D3137",
        "$toMillis('nonsense') => D3110",
        "$formatBase(1, 99) => D3100",
        "$ ~> |orders|1| => T2011",
        "$ ~> |orders|{}, 1| => T2012",
        "($clone := 5; $ ~> |orders|{}|) => T2013",
        "$fromMillis(0, '[Q]') => D3132",
        "$fromMillis(0, '[Y') => D3135",
        "$toMillis('2018-22', '[Y]-[D]') => D3136",
        "$toMillis('2018-05-22', '[YN]-[M]-[D]') => D3133",
        "$toMillis('May', '[Dn]') => D3133",
        "$formatNumber(1, '0.#0') => D3091",
        "$decodeUrl('%E0') => D3140",
        "$eval('1') => D3120",
        "$partition([1], 0) => D3201",
        "$range(1, 2, 0) => D3202",
        "$hash('a', 'CRC') => D3203",
        "$parse('{') => D3204",
        "$sum => T1011",
      })
  void shouldFailWithTheCodeOfTheLanguage(String example) {
    String source = example.substring(0, example.lastIndexOf(" => "));
    String expected = example.substring(example.lastIndexOf(" => ") + 4);

    assertThat(code(source)).isEqualTo(expected);
  }

  @Test
  void shouldHaveNoContextWithoutInput() {
    Optional<Json> result =
        Jsonata.evaluate(
            JsonataExpression.parse("$"),
            Optional.empty(),
            Map.of(),
            new FixedEvaluationTime(),
            new Budget());

    assertThat(result).isEmpty();
  }

  @Test
  void shouldTakeAnArrayAsOneInput() {
    var expression = JsonataExpression.parse("{'n': $count($), 'a': a}");

    Optional<Json> result =
        Jsonata.evaluate(
            expression,
            Optional.of(JsonText.parse("[{\"a\":1},{\"a\":2}]")),
            Map.of(),
            new FixedEvaluationTime(),
            new Budget());

    assertThat(result).contains(JsonText.parse("{\"n\":2,\"a\":[1,2]}"));
  }

  @Test
  void shouldGiveTheSameResultForTheSameTime() {
    String source = "[$random(), $uuid(), $shuffle([1..20]), $now()]";

    assertThat(evaluate(source)).isEqualTo(evaluate(source));
  }

  @Test
  void shouldKnowExactlyTheFunctionsTheParserKnows() {
    assertThat(Library.FUNCTIONS.keySet())
        .containsExactlyInAnyOrderElementsOf(BuiltInFunctions.NAMES);
  }
}
