package dev.pawl.model.formula;

import dev.pawl.model.finding.Nearest;
import dev.pawl.model.formula.FormulaNode.Comparison;
import dev.pawl.model.formula.FormulaNode.Segment;
import dev.pawl.model.formula.FormulaToken.Kind;
import dev.pawl.model.json.DocumentPosition;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Builds the syntax tree of a formula from its tokens. */
final class FormulaParser {

  /** The maximum nesting depth of a formula; operators of equal rank nest to the left. */
  static final int MAX_DEPTH = 50;

  private static final int MAX_SEGMENTS = 50;

  private final List<FormulaToken> tokens;
  private int index;
  private int depth;

  private FormulaParser(List<FormulaToken> tokens) {
    this.tokens = tokens;
  }

  /**
   * Parses a formula.
   *
   * @throws FormulaSyntaxException at the first syntax error
   */
  static FormulaNode parse(List<FormulaToken> tokens) {
    FormulaParser parser = new FormulaParser(tokens);
    FormulaNode root = parser.expression();
    if (parser.current().kind() != Kind.END) {
      throw parser.unexpected("an operator or the end");
    }
    return root;
  }

  private FormulaNode expression() {
    enter();
    FormulaNode condition = or();
    if (current().isSign("?")) {
      DocumentPosition at = take().at();
      FormulaNode then = expression();
      expect(":");
      FormulaNode otherwise = expression();
      leave();
      return new FormulaNode.Conditional(condition, then, otherwise, at);
    }
    leave();
    return condition;
  }

  private FormulaNode or() {
    FormulaNode first = and();
    return isOr() ? chain(false, first) : first;
  }

  private FormulaNode and() {
    FormulaNode first = not();
    return isAnd() ? chain(true, first) : first;
  }

  private FormulaNode chain(boolean isAnd, FormulaNode first) {
    DocumentPosition at = current().at();
    List<FormulaNode> operands = new ArrayList<>(List.of(first));
    while (isAnd ? isAnd() : isOr()) {
      DocumentPosition next = take().at();
      if (operands.size() == FormulaFunction.MAX_ARGUMENTS) {
        throw new FormulaSyntaxException(
            next,
            "more than " + FormulaFunction.MAX_ARGUMENTS + " conditions are joined",
            "Test against a list with IN, or group them with parentheses.");
      }
      operands.add(isAnd ? not() : and());
    }
    return new FormulaNode.Logic(isAnd, operands, at);
  }

  private boolean isOr() {
    return current().isKeyword("OR") || current().isSign("||");
  }

  private boolean isAnd() {
    return current().isKeyword("AND") || current().isSign("&&");
  }

  private FormulaNode not() {
    if (current().isKeyword("NOT") || current().isSign("!")) {
      enter();
      DocumentPosition at = take().at();
      FormulaNode negated = new FormulaNode.Not(not(), at);
      leave();
      return negated;
    }
    return comparison();
  }

  private FormulaNode comparison() {
    FormulaNode left = sum();
    FormulaToken token = current();
    Optional<Comparison.Operator> operator = Comparison.Operator.of(token);
    if (operator.isPresent()) {
      take();
      FormulaNode compared = new Comparison(operator.get(), left, sum(), token.at());
      if (Comparison.Operator.of(current()).isPresent()) {
        throw unexpected("AND or OR between two comparisons");
      }
      return compared;
    }
    if (token.isKeyword("IN")) {
      take();
      return new FormulaNode.Membership(left, sum(), false, token.at());
    }
    if (token.isKeyword("NOT")) {
      take();
      if (!current().isKeyword("IN")) {
        throw unexpected("IN after NOT");
      }
      take();
      return new FormulaNode.Membership(left, sum(), true, token.at());
    }
    if (token.isKeyword("MATCHES")) {
      take();
      return new FormulaNode.Matches(left, sum(), token.at());
    }
    return token.isKeyword("IS") ? absence(left) : left;
  }

  private FormulaNode absence(FormulaNode value) {
    DocumentPosition at = take().at();
    boolean isNegated = current().isKeyword("NOT");
    if (isNegated) {
      take();
    }
    if (!current().isKeyword("NULL") && !current().isKeyword("EMPTY")) {
      throw unexpected("NULL, NOT NULL, EMPTY or NOT EMPTY after IS");
    }
    return new FormulaNode.Absence(value, take().isKeyword("EMPTY"), isNegated, at);
  }

  private FormulaNode sum() {
    FormulaNode left = product();
    int added = 0;
    while (current().isSign("+") || current().isSign("-")) {
      FormulaToken operator = take();
      enter();
      added++;
      left = new FormulaNode.Arithmetic(operator.text().charAt(0), left, product(), operator.at());
    }
    depth -= added;
    return left;
  }

  private FormulaNode product() {
    FormulaNode left = signed();
    int added = 0;
    while (current().isSign("*") || current().isSign("/") || current().isSign("%")) {
      FormulaToken operator = take();
      enter();
      added++;
      left = new FormulaNode.Arithmetic(operator.text().charAt(0), left, signed(), operator.at());
    }
    depth -= added;
    return left;
  }

  private FormulaNode signed() {
    if (!current().isSign("-")) {
      return primary();
    }
    enter();
    DocumentPosition at = take().at();
    FormulaNode negated = new FormulaNode.Negation(signed(), at);
    leave();
    return negated;
  }

  private FormulaNode primary() {
    FormulaToken token = current();
    return switch (token.kind()) {
      case NUMBER, TEXT -> new FormulaNode.Literal(take().value(), token.at());
      case NAME -> name();
      case KEYWORD -> keyword();
      case SIGN -> bracketed();
      case END -> throw unexpected("a value");
    };
  }

  private FormulaNode keyword() {
    FormulaToken token = current();
    // MATCHES is an operator and a function.
    if (token.isKeyword("MATCHES") && tokens.get(index + 1).isSign("(")) {
      take();
      return call(FormulaFunction.MATCHES, token.at());
    }
    Json value =
        switch (token.text()) {
          case "TRUE" -> Json.of(true);
          case "FALSE" -> Json.of(false);
          case "NULL" -> JsonNull.NULL;
          default -> throw unexpected("a value");
        };
    take();
    return new FormulaNode.Literal(value, token.at());
  }

  private FormulaNode bracketed() {
    FormulaToken token = current();
    if (token.isSign("(")) {
      take();
      FormulaNode inner = expression();
      expect(")");
      return inner;
    }
    if (token.isSign("[")) {
      take();
      return new FormulaNode.ListLiteral(list("]"), token.at());
    }
    throw unexpected("a value");
  }

  private FormulaNode name() {
    FormulaToken token = take();
    if (current().isSign("(")) {
      FormulaFunction function =
          FormulaFunction.named(token.text())
              .orElseThrow(
                  () ->
                      new FormulaSyntaxException(
                          token.at(),
                          "there is no function '" + token.text() + "'",
                          Nearest.advice(token.text(), FormulaFunction.names())));
      return call(function, token.at());
    }
    return new FormulaNode.Reference(token.text(), segments(), token.at());
  }

  private FormulaNode call(FormulaFunction function, DocumentPosition at) {
    expect("(");
    List<FormulaNode> arguments = list(")");
    if (arguments.size() < function.minArguments() || arguments.size() > function.maxArguments()) {
      throw new FormulaSyntaxException(
          at, function.written() + " takes " + count(function) + ", not " + arguments.size(), "");
    }
    return new FormulaNode.Call(function, arguments, at);
  }

  private static String count(FormulaFunction function) {
    int min = function.minArguments();
    int max = function.maxArguments();
    String least = min == max ? "" : min + " to ";
    return least + max + (max == 1 ? " argument" : " arguments");
  }

  private List<FormulaNode> list(String end) {
    List<FormulaNode> elements = new ArrayList<>();
    if (!current().isSign(end)) {
      elements.add(expression());
      while (current().isSign(",")) {
        take();
        elements.add(expression());
      }
    }
    expect(end);
    return elements;
  }

  private List<Segment> segments() {
    List<Segment> segments = new ArrayList<>();
    while (current().isSign(".") || current().isSign("[")) {
      DocumentPosition at = current().at();
      if (segments.size() == MAX_SEGMENTS) {
        throw new FormulaSyntaxException(
            at, "a path has at most " + MAX_SEGMENTS + " members and indices", "");
      }
      segments.add(take().isSign(".") ? member() : element());
    }
    return segments;
  }

  private Segment member() {
    FormulaToken name = current();
    if (name.kind() == Kind.NAME) {
      return new Segment.Member(take().text(), name.at());
    }
    if (name.kind() == Kind.KEYWORD) {
      return new Segment.Member(take().value().asText(), name.at());
    }
    throw unexpected("a name after '.'");
  }

  private Segment element() {
    boolean isNegative = current().isSign("-");
    if (isNegative) {
      take();
    }
    FormulaToken token = take();
    Segment segment;
    if (token.kind() == Kind.TEXT && !isNegative) {
      segment = new Segment.Member(token.value().asText(), token.at());
    } else if (token.kind() == Kind.NUMBER && token.text().matches("[0-9]{1,9}")) {
      int position = Integer.parseInt(token.text());
      segment = new Segment.Index(isNegative ? -position : position, token.at());
    } else {
      throw new FormulaSyntaxException(
          token.at(),
          "an index is a whole number, or the name of a member in quotes",
          "Write lines[0] or order['first name'].");
    }
    expect("]");
    return segment;
  }

  private FormulaToken current() {
    return tokens.get(index);
  }

  private FormulaToken take() {
    FormulaToken token = tokens.get(index);
    if (token.kind() != Kind.END) {
      index++;
    }
    return token;
  }

  private void expect(String sign) {
    if (!current().isSign(sign)) {
      throw unexpected("'" + sign + "'");
    }
    take();
  }

  private FormulaSyntaxException unexpected(String expected) {
    String advice = "";
    if (current().kind() == Kind.NAME && expected.startsWith("an operator")) {
      advice = Nearest.advice(current().text(), List.of("AND", "OR", "IN", "MATCHES", "IS"));
    }
    return new FormulaSyntaxException(
        current().at(), expected + " is expected, not " + current().description(), advice);
  }

  private void enter() {
    if (++depth > MAX_DEPTH) {
      throw new FormulaSyntaxException(
          current().at(),
          "the formula is nested deeper than " + MAX_DEPTH + " levels",
          "Split it into several conditions.");
    }
  }

  private void leave() {
    depth--;
  }
}
