package dev.pawl.model.formula;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The JSONata functions that compiled formulas use; each text begins with those it needs. */
final class JsonataHelpers {

  private static final Pattern USE = Pattern.compile("\\$f_[A-Za-z]+");

  private static final Map<String, String> HELPERS = new LinkedHashMap<>();

  static {
    define(
        "get",
        "$o, $k",
        """
        $type($o) = "array" ? [$o.($f_get($, $k))]
          : $type($o) = "object" ? ($v := $lookup($o, $k); $exists($v) ? $v : null) : null\
        """);
    define(
        "at", "$o, $i", "$type($o) = \"array\" ? ($v := $o[$i]; $exists($v) ? $v : null) : null");
    define(
        "is",
        "$x",
        """
        $type($x) = "boolean" ? $x
          : $x = null ? false : $error("a condition must be true or false, not " & $type($x))\
        """);
    define(
        "order",
        "$a, $b",
        "($t := $type($a); ($t = \"number\" or $t = \"string\") and $t = $type($b))");
    define("gt", "$a, $b", "$f_order($a, $b) ? $a > $b : false");
    define("ge", "$a, $b", "$f_order($a, $b) ? $a >= $b : false");
    define("lt", "$a, $b", "$f_order($a, $b) ? $a < $b : false");
    define("le", "$a, $b", "$f_order($a, $b) ? $a <= $b : false");
    define("time", "$x", "$type($x) = \"string\" ? $fromMillis($toMillis($x)) : $x");
    define(
        "in",
        "$x, $l",
        """
        $type($l) = "array" ? $x in $l
          : $l = null ? false : $error("IN needs a list on its right, not " & $type($l))\
        """);
    define("empty", "$x", "$x = null or $x = \"\" or $x = [] or $x = {}");
    define(
        "s",
        "$x, $f",
        "$type($x) = \"string\" ? $x : $error($f & \" needs text, not \" & $type($x))");
    define(
        "n",
        "$x, $f",
        "$type($x) = \"number\" ? $x : $error($f & \" needs a number, not \" & $type($x))");
    define(
        "l",
        "$x, $f",
        """
        $type($x) = "array" ? $x
          : $x = null ? [] : $error($f & " needs a list, not " & $type($x))\
        """);
    define(
        "len",
        "$x",
        """
        $x = null ? null : $type($x) = "array" ? $count($x)
          : $type($x) = "string" ? $length($x)
          : $error("len needs text or a list, not " & $type($x))\
        """);
    define("lower", "$x", "$x = null ? null : $lowercase($f_s($x, \"lower\"))");
    define("upper", "$x", "$x = null ? null : $uppercase($f_s($x, \"upper\"))");
    define("trim", "$x", "$x = null ? null : $replace($f_s($x, \"trim\"), /^\\s+|\\s+$/, \"\")");
    define(
        "contains",
        "$x, $y",
        """
        $x = null ? false : $type($x) = "array" ? $y in $x
          : $y = null ? false : $contains($f_s($x, "contains"), $f_s($y, "contains"))\
        """);
    define(
        "startsWith",
        "$x, $y",
        """
        $x = null or $y = null ? false
          : $substring($f_s($x, "startsWith"), 0, $length($f_s($y, "startsWith"))) = $y\
        """);
    define(
        "endsWith",
        "$x, $y",
        """
        $x = null or $y = null ? false : ($n := $length($f_s($y, "endsWith"));
          $length($f_s($x, "endsWith")) < $n ? false : $n = 0 ? true : $substring($x, -$n) = $y)\
        """);
    define("matches", "$x, $re", "$x = null ? false : $contains($f_s($x, \"matches\"), $re)");
    define(
        "substring",
        "$x, $from, $n",
        """
        $x = null ? null : $n = null
          ? $substring($f_s($x, "substring"), $f_n($from, "substring"))
          : $substring($f_s($x, "substring"), $f_n($from, "substring"), $f_n($n, "substring"))\
        """);
    define(
        "split", "$x, $y", "$x = null ? null : [$split($f_s($x, \"split\"), $f_s($y, \"split\"))]");
    define(
        "join",
        "$l, $y",
        """
        $join([$map($f_l($l, "join"), function($v) { $v != null ? $f_item($v) })],
          $y = null ? "" : $f_s($y, "join"))\
        """);
    define(
        "item",
        "$v",
        """
        $type($v) = "array" or $type($v) = "object"
          ? $error("join needs a list of texts and numbers, not of " & $type($v) & "s")
          : $string($v)\
        """);
    define(
        "round",
        "$x, $n",
        "$x = null ? null : $round($f_n($x, \"round\"), $n = null ? 0 : $f_n($n, \"round\"))");
    define("abs", "$x", "$x = null ? null : $abs($f_n($x, \"abs\"))");
    define("numbers", "$l, $f", "[$map($f_l($l, $f), function($v) { $v != null ? $f_n($v, $f) })]");
    define("min", "$l", "($v := $min($f_numbers($l, \"min\")); $exists($v) ? $v : null)");
    define("max", "$l", "($v := $max($f_numbers($l, \"max\")); $exists($v) ? $v : null)");
    define("sum", "$l", "$sum($f_numbers($l, \"sum\"))");
    define("count", "$l", "$count([$map($f_l($l, \"count\"), function($v) { $v != null ? 1 })])");
    define(
        "countTrue", "$l", "$count([$map($f_l($l, \"count\"), function($v) { $f_is($v) ? 1 })])");
    define("any", "$l", "$count([$map($f_l($l, \"any\"), function($v) { $f_is($v) ? 1 })]) > 0");
    define(
        "all",
        "$l",
        "$count([$map($f_l($l, \"all\"), function($v) { $f_is($v) ? 1 })]) = $count($f_l($l,"
            + " \"all\"))");
    define(
        "number",
        "$x",
        """
        $x = null or $type($x) = "number" ? $x
          : $type($x) = "string" or $type($x) = "boolean" ? $number($x)
          : $error("number needs text, a number or a boolean, not " & $type($x))\
        """);
    define("text", "$x", "$x = null ? null : $string($x)");
    define(
        "date",
        "$x",
        """
        $x = null ? null : $type($x) = "number" ? $fromMillis($x)
          : $fromMillis($toMillis($f_s($x, "date")))\
        """);
    define(
        "addDays",
        "$x, $n",
        """
        $x = null or $n = null ? null
          : $fromMillis($toMillis($f_date($x)) + $f_n($n, "addDays") * 86400000)\
        """);
    define(
        "daysBetween",
        "$a, $b",
        """
        $a = null or $b = null ? null
          : ($d := ($toMillis($f_date($b)) - $toMillis($f_date($a))) / 86400000;
             $d < 0 ? 0 - $floor(0 - $d) : $floor($d))\
        """);
    define("part", "$x", "$x = null ? \"\" : $string($x)");
  }

  private JsonataHelpers() {}

  private static void define(String name, String parameters, String body) {
    HELPERS.put(
        "$f_" + name, "function(" + parameters + ") { " + body.replaceAll("\\s+", " ") + " }");
  }

  /** Returns the expression with the definitions of all helpers that it uses. */
  static String withHelpers(String expression) {
    Set<String> used = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>();
    open.add(expression);
    while (!open.isEmpty()) {
      Matcher matcher = USE.matcher(withoutTexts(open.remove()));
      while (matcher.find()) {
        String body = HELPERS.get(matcher.group());
        if (body != null && used.add(matcher.group())) {
          open.add(body);
        }
      }
    }
    if (used.isEmpty()) {
      return expression;
    }
    StringBuilder all = new StringBuilder("(");
    used.forEach(name -> all.append(name).append(" := ").append(HELPERS.get(name)).append("; "));
    return all.append(expression).append(')').toString();
  }

  /** Returns the expression without its string literals, which may look like a use. */
  private static String withoutTexts(String expression) {
    StringBuilder code = new StringBuilder(expression.length());
    boolean isText = false;
    for (int i = 0; i < expression.length(); i++) {
      char c = expression.charAt(i);
      if (c == '"') {
        isText = !isText;
      } else if (isText && c == '\\') {
        i++;
      } else if (!isText) {
        code.append(c);
      }
    }
    return code.toString();
  }
}
