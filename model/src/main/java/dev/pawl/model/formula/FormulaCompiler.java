package dev.pawl.model.formula;

import dev.pawl.model.finding.Nearest;
import dev.pawl.model.formula.FormulaNode.Comparison;
import dev.pawl.model.formula.FormulaNode.Segment;
import dev.pawl.model.formula.FormulaType.Kind;
import dev.pawl.model.json.DocumentPosition;
import dev.pawl.model.jsonata.JsonataExpression;
import dev.pawl.model.jsonata.JsonataSyntaxException;
import dev.pawl.model.path.Regex;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks the types of a formula and translates it to JSONata. */
final class FormulaCompiler {

  /** The maximum number of findings of one formula. */
  private static final int MAX_FINDINGS = 20;

  private static final FormulaType BOOLEAN = FormulaType.of(Kind.BOOLEAN, false);
  private static final FormulaType NUMBER = FormulaType.of(Kind.NUMBER, false);
  private static final Map<Comparison.Operator, String> ORDERS =
      Map.of(
          Comparison.Operator.GREATER, "$f_gt",
          Comparison.Operator.AT_LEAST, "$f_ge",
          Comparison.Operator.LESS, "$f_lt",
          Comparison.Operator.AT_MOST, "$f_le");

  private final List<FormulaFinding> findings;

  FormulaCompiler(List<FormulaFinding> findings) {
    this.findings = findings;
  }

  CompiledNode compile(FormulaNode node, FormulaScope scope) {
    return switch (node) {
      case FormulaNode.Literal literal -> literal(literal.value());
      case FormulaNode.ListLiteral list -> list(list, scope);
      case FormulaNode.Reference reference -> reference(reference, scope);
      case FormulaNode.Call call -> new CallCompiler(this, scope).compile(call);
      case FormulaNode.Logic logic -> logic(logic, scope);
      case FormulaNode.Not not ->
          new CompiledNode("$not(" + condition(not.operand(), scope) + ")", BOOLEAN);
      case Comparison comparison -> comparison(comparison, scope);
      case FormulaNode.Membership membership -> membership(membership, scope);
      case FormulaNode.Matches matches -> matches(matches.value(), matches.pattern(), scope);
      case FormulaNode.Absence absence -> absence(absence, scope);
      case FormulaNode.Arithmetic arithmetic ->
          new CompiledNode(
              "("
                  + number(arithmetic.left(), scope)
                  + " "
                  + arithmetic.operator()
                  + " "
                  + number(arithmetic.right(), scope)
                  + ")",
              NUMBER);
      case FormulaNode.Negation negation ->
          new CompiledNode("(-" + number(negation.operand(), scope) + ")", NUMBER);
      case FormulaNode.Conditional conditional -> {
        String condition = condition(conditional.condition(), scope);
        CompiledNode then = compile(conditional.then(), scope);
        CompiledNode otherwise = compile(conditional.otherwise(), scope);
        yield new CompiledNode(
            "(" + condition + " ? " + then.text() + " : " + otherwise.text() + ")",
            then.type().or(otherwise.type()));
      }
    };
  }

  private static CompiledNode literal(Json value) {
    Kind kind =
        switch (value) {
          case JsonNumber number -> Kind.NUMBER;
          case JsonString text -> Kind.TEXT;
          case JsonBool bool -> Kind.BOOLEAN;
          default -> Kind.NULL;
        };
    return new CompiledNode(value.toString(), FormulaType.of(kind, value.equals(JsonNull.NULL)));
  }

  private CompiledNode list(FormulaNode.ListLiteral list, FormulaScope scope) {
    List<String> texts = new ArrayList<>();
    Optional<FormulaType> items = Optional.empty();
    for (FormulaNode element : list.elements()) {
      CompiledNode compiled = compile(element, scope);
      boolean isList = compiled.type().kind() == Kind.LIST;
      FormulaType added =
          isList ? compiled.type().items().orElse(FormulaType.ANY) : compiled.type();
      items = Optional.of(items.isEmpty() ? added : items.get().or(added));
      // In JSONata a list constructor inside another stays a list of its own; in parentheses not.
      texts.add(isList ? "(" + compiled.text() + ")" : compiled.text());
    }
    return new CompiledNode(
        "[" + String.join(", ", texts) + "]",
        new FormulaType(Kind.LIST, false, Map.of(), false, items));
  }

  private CompiledNode reference(FormulaNode.Reference reference, FormulaScope scope) {
    Optional<FormulaScope.Name> named = scope.find(reference.name());
    List<Segment> segments = new ArrayList<>(reference.segments());
    if (named.isEmpty()) {
      named = scope.bare();
      segments.addFirst(new Segment.Member(reference.name(), reference.at()));
      boolean isUnknown =
          named
              .map(bare -> !bare.type().isOpen() && isNoField(bare.type(), reference.name()))
              .orElse(true);
      if (isUnknown) {
        report(
            reference.at(),
            "there is no '" + reference.name() + "' here",
            advice(reference.name(), scope.known()));
        return new CompiledNode("null", FormulaType.ANY);
      }
    }
    PathCompiler path = new PathCompiler(this, named.orElseThrow());
    segments.forEach(path::add);
    return path.compiled();
  }

  private static boolean isNoField(FormulaType type, String name) {
    return !type.fields().containsKey(name);
  }

  /** Returns the nearest name, or the list of all if it is short. */
  static String advice(String written, List<String> names) {
    String nearest = Nearest.advice(written, names);
    boolean isShort = !names.isEmpty() && names.size() <= 12;
    return nearest.isEmpty() && isShort
        ? "Known: " + String.join(", ", names.stream().sorted().toList()) + "."
        : nearest;
  }

  /** Returns the JSONata of a condition, which is always a boolean. */
  String condition(FormulaNode node, FormulaScope scope) {
    CompiledNode compiled = compile(node, scope);
    FormulaType type = compiled.type();
    requireKind(node, type, List.of(Kind.BOOLEAN), "a condition");
    return type.kind() == Kind.BOOLEAN && !type.isNullable()
        ? compiled.text()
        : "$f_is(" + compiled.text() + ")";
  }

  private String number(FormulaNode node, FormulaScope scope) {
    CompiledNode compiled = compile(node, scope);
    FormulaType type = compiled.type();
    if (type.kind() == Kind.TEXT || type.kind() == Kind.TIME) {
      report(
          node.at(),
          "calculations need numbers, but this is " + type.kind().description(),
          "Convert with number(...), join texts with join([...], ''), add days with addDays.");
    } else {
      requireKind(node, type, List.of(Kind.NUMBER), "a calculation");
    }
    return compiled.text();
  }

  private void requireKind(FormulaNode node, FormulaType type, List<Kind> kinds, String what) {
    if (type.kind() != Kind.ANY && !kinds.contains(type.kind())) {
      report(
          node.at(),
          what
              + " needs "
              + kinds.getFirst().description()
              + ", but this is "
              + type.kind().description(),
          "");
    }
  }

  private CompiledNode logic(FormulaNode.Logic logic, FormulaScope scope) {
    List<String> operands =
        logic.operands().stream().map(operand -> condition(operand, scope)).toList();
    return new CompiledNode(balanced(operands, logic.isAnd() ? " and " : " or "), BOOLEAN);
  }

  /** Joins conditions as a balanced tree, so that long chains do not nest deeply. */
  private static String balanced(List<String> operands, String operator) {
    if (operands.size() == 1) {
      return operands.getFirst();
    }
    int half = operands.size() / 2;
    return "("
        + balanced(operands.subList(0, half), operator)
        + operator
        + balanced(operands.subList(half, operands.size()), operator)
        + ")";
  }

  private CompiledNode comparison(Comparison comparison, FormulaScope scope) {
    CompiledNode left = compile(comparison.left(), scope);
    CompiledNode right = compile(comparison.right(), scope);
    Comparison.Operator operator = comparison.operator();
    if (!isComparable(left.type().kind(), right.type().kind())) {
      String effect = operator.isOrder() ? "have no order" : "are never equal";
      report(
          comparison.at(),
          left.type().kind().description()
              + " and "
              + right.type().kind().description()
              + " "
              + effect,
          "Convert one of them, for example with number(...) or text(...).");
    } else if (operator.isOrder() && hasOrder(comparison.left(), left.type())) {
      hasOrder(comparison.right(), right.type());
    }
    boolean isTime = left.type().kind() == Kind.TIME || right.type().kind() == Kind.TIME;
    String first = isTime ? time(comparison.left(), left) : left.text();
    String second = isTime ? time(comparison.right(), right) : right.text();
    boolean isPlain =
        !operator.isOrder()
            || !isTime
                && isCertain(left.type())
                && left.type().kind() == right.type().kind()
                && isCertain(right.type());
    return new CompiledNode(
        isPlain
            ? "(" + first + " " + operator.jsonata() + " " + second + ")"
            : ORDERS.get(operator) + "(" + first + ", " + second + ")",
        BOOLEAN);
  }

  private static boolean isCertain(FormulaType type) {
    return !type.isNullable() && (type.kind() == Kind.NUMBER || type.kind() == Kind.TEXT);
  }

  private static boolean isComparable(Kind left, Kind right) {
    return left == right || isFree(left) || isFree(right) || isText(left) && isText(right);
  }

  private static boolean isFree(Kind kind) {
    return kind == Kind.ANY || kind == Kind.NULL;
  }

  private static boolean isText(Kind kind) {
    return kind == Kind.TEXT || kind == Kind.TIME;
  }

  /** Returns true if values of a type have an order, and reports it if not. */
  private boolean hasOrder(FormulaNode node, FormulaType type) {
    return switch (type.kind()) {
      case ANY, NUMBER, TEXT, TIME -> true;
      case NULL, BOOLEAN, LIST, OBJECT -> {
        report(
            node.at(),
            "only numbers, texts and times have an order, not " + type.kind().description(),
            type.kind() == Kind.NULL ? "Test with IS NULL." : "");
        yield false;
      }
    };
  }

  /** Returns the operand of a comparison with a time as a time in UTC. */
  private String time(FormulaNode node, CompiledNode compiled) {
    if (node instanceof FormulaNode.Call && compiled.type().kind() == Kind.TIME) {
      return compiled.text();
    }
    if (node instanceof FormulaNode.Literal literal
        && literal.value() instanceof JsonString text
        && !isTimeText(text.value())) {
      report(
          node.at(),
          "'" + text.value() + "' is compared with a time but is not a timestamp",
          "Write it like '2026-01-31' or '2026-01-31T09:30:00Z'.");
    }
    return compiled.type().kind() == Kind.NUMBER || compiled.type().kind() == Kind.NULL
        ? compiled.text()
        : "$f_time(" + compiled.text() + ")";
  }

  private static boolean isTimeText(String text) {
    return text.matches(
        "\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:?\\d\\d)?)?");
  }

  private CompiledNode membership(FormulaNode.Membership membership, FormulaScope scope) {
    CompiledNode value = compile(membership.value(), scope);
    CompiledNode list = compile(membership.list(), scope);
    FormulaType type = list.type();
    requireKind(membership.list(), type, List.of(Kind.LIST, Kind.NULL), "IN");
    Kind items = type.items().map(FormulaType::kind).orElse(Kind.ANY);
    if (type.kind() == Kind.LIST && !isComparable(value.type().kind(), items)) {
      report(
          membership.at(),
          value.type().kind().description() + " is never in a list of " + plural(items),
          "");
    }
    String test =
        type.kind() == Kind.LIST && !type.isNullable()
            ? "(" + value.text() + " in " + list.text() + ")"
            : "$f_in(" + value.text() + ", " + list.text() + ")";
    return new CompiledNode(membership.isNegated() ? "$not(" + test + ")" : test, BOOLEAN);
  }

  private static String plural(Kind kind) {
    return kind.description().replaceFirst("^an? ", "") + "s";
  }

  CompiledNode matches(FormulaNode value, FormulaNode pattern, FormulaScope scope) {
    CompiledNode compiled = compile(value, scope);
    requireKind(value, compiled.type(), List.of(Kind.TEXT, Kind.TIME, Kind.NULL), "MATCHES");
    String regex = "/./";
    if (pattern instanceof FormulaNode.Literal literal
        && literal.value() instanceof JsonString text) {
      regex = RegexLiteral.of(text.value());
      try {
        Regex.compile(text.value(), "");
        JsonataExpression.parse(regex);
      } catch (IllegalArgumentException | JsonataSyntaxException e) {
        report(
            pattern.at(), String.valueOf(e.getMessage()), "Regular expressions are those of RE2.");
        regex = "/./";
      }
    } else {
      report(pattern.at(), "a regular expression must be a text in quotes", "");
    }
    return new CompiledNode("$f_matches(" + compiled.text() + ", " + regex + ")", BOOLEAN);
  }

  private CompiledNode absence(FormulaNode.Absence absence, FormulaScope scope) {
    String value = compile(absence.value(), scope).text();
    String text;
    if (absence.orEmpty()) {
      text = "$f_empty(" + value + ")";
      text = absence.isNegated() ? "$not(" + text + ")" : text;
    } else {
      text = "(" + value + (absence.isNegated() ? " != null)" : " = null)");
    }
    return new CompiledNode(text, BOOLEAN);
  }

  void report(DocumentPosition at, String message, String advice) {
    if (findings.size() < MAX_FINDINGS) {
      findings.add(new FormulaFinding(at, message, advice));
    }
  }
}
