package dev.pawl.model.jsonata;

import dev.pawl.model.jsonata.NodeBuilder.NodeKind;
import dev.pawl.sdk.JsonNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses an expression by the binding powers of its operators (a Pratt parser). */
final class Parser {

  /** The codes of errors that the language reports only for text whose syntax is correct. */
  private static final Set<String> DEFERRED =
      Set.of("S0207", "S0209", "S0210", "S0213", "S0215", "S0216", "S0217");

  private final Tokenizer tokenizer;
  private Token token;
  private int labels;
  private int depth;

  /** The first error that is thrown only if the syntax of the whole text is correct. */
  private @Nullable JsonataSyntaxException deferred;

  private Parser(String source) {
    tokenizer = new Tokenizer(source);
    token = tokenizer.next(false);
  }

  static NodeBuilder parse(String source) {
    Parser parser = new Parser(source);
    NodeBuilder root = parser.expression(0);
    if (parser.token.kind() != Token.TokenKind.END) {
      throw error("S0201", parser.token, "unexpected " + describe(parser.token));
    }
    if (parser.deferred != null) {
      throw parser.deferred;
    }
    if (!root.unresolved().isEmpty()) {
      throw new JsonataSyntaxException(
          "S0217", root.position, "the object that '%' stands for cannot be derived here");
    }
    return root;
  }

  private NodeBuilder expression(int power) {
    if (++depth > NodeBuilder.MAX_NESTING) {
      throw NodeBuilder.tooDeep(token.position());
    }
    Token first = token;
    token = tokenizer.next(isOperand(first));
    NodeBuilder left = prefix(first);
    while (power < BindingPower.of(token)) {
      Token operator = token;
      token = tokenizer.next(false);
      try {
        left = infix(left, operator);
      } catch (JsonataSyntaxException e) {
        defer(e);
      }
    }
    depth--;
    return left;
  }

  /**
   * Keeps an error until the end of the text, since syntax errors take precedence.
   *
   * @throws JsonataSyntaxException if the error is itself a syntax error
   */
  private void defer(JsonataSyntaxException error) {
    if (!DEFERRED.contains(error.code())) {
      throw error;
    }
    if (deferred == null) {
      deferred = error;
    }
  }

  /** Returns true if a value may end with the token, so that a slash after it is a division. */
  private static boolean isOperand(Token token) {
    return token.kind() != Token.TokenKind.OPERATOR
        || switch (token.text()) {
          case "*", "**", "%", "and", "or", "in" -> true;
          default -> false;
        };
  }

  private NodeBuilder prefix(Token first) {
    return switch (first.kind()) {
      case NAME -> name(first);
      case VARIABLE -> NodeBuilder.of(NodeKind.VARIABLE, first);
      case STRING -> NodeBuilder.of(NodeKind.STRING, first);
      case LITERAL -> {
        NodeBuilder literal = NodeBuilder.of(NodeKind.LITERAL, first);
        literal.literal = first.literal();
        yield literal;
      }
      case REGEX -> {
        NodeBuilder regex = NodeBuilder.of(NodeKind.REGEX, first);
        regex.regex = first.regex();
        yield regex;
      }
      case OPERATOR -> prefixOperator(first);
      case END -> {
        defer(error("S0207", first, "the expression ends too early"));
        yield NodeBuilder.of(NodeKind.BLOCK, first);
      }
    };
  }

  private NodeBuilder prefixOperator(Token first) {
    return switch (first.text()) {
      case "and", "or", "in" -> name(first);
      case "-" -> negation(first);
      case "*" -> NodeBuilder.of(NodeKind.WILDCARD, first);
      case "**" -> NodeBuilder.of(NodeKind.DESCENDANTS, first);
      case "%" -> {
        NodeBuilder parent = NodeBuilder.of(NodeKind.PARENT, first);
        parent.slot = new NodeBuilder.Slot("%" + labels++);
        yield parent;
      }
      case "(" -> block(first);
      case "[" -> array(first);
      case "{" -> {
        NodeBuilder object = NodeBuilder.of(NodeKind.OBJECT, first);
        pairs().forEach(object::add);
        yield object;
      }
      case "|" -> transform(first);
      default -> throw error("S0211", first, describe(first) + " needs a value on its left");
    };
  }

  private static NodeBuilder name(Token token) {
    return PathWeaver.asPath(NodeBuilder.of(NodeKind.NAME, token), token.position());
  }

  private NodeBuilder negation(Token first) {
    NodeBuilder operand = expression(BindingPower.OF_A_SIGN);
    if (operand.isBare(NodeKind.LITERAL) && operand.literal instanceof JsonNumber number) {
      operand.literal = JsonNumber.of(number.decimalValue().negate());
      return operand;
    }
    return NodeBuilder.of(NodeKind.NEGATE, first, operand);
  }

  private NodeBuilder block(Token first) {
    NodeBuilder block = NodeBuilder.of(NodeKind.BLOCK, first);
    while (!token.is(")")) {
      NodeBuilder part = expression(0);
      block.add(part);
      block.whole |= part.whole || part.kind == NodeKind.PATH && part.children.getFirst().whole;
      if (!token.is(";")) {
        break;
      }
      advance(";");
    }
    close(")");
    return block;
  }

  private NodeBuilder array(Token first) {
    NodeBuilder array = NodeBuilder.of(NodeKind.ARRAY, first);
    if (!token.is("]")) {
      do {
        NodeBuilder element = expression(0);
        if (token.is("..")) {
          Token range = token;
          advance("..");
          element = NodeBuilder.of(NodeKind.BINARY, range, element, expression(0));
        }
        array.add(element);
      } while (skip(","));
    }
    close("]");
    return array;
  }

  private List<NodeBuilder> pairs() {
    List<NodeBuilder> pairs = new ArrayList<>();
    if (!token.is("}")) {
      do {
        pairs.add(expression(0));
        advance(":");
        pairs.add(expression(0));
      } while (skip(","));
    }
    close("}");
    return pairs;
  }

  private NodeBuilder transform(Token first) {
    NodeBuilder transform = NodeBuilder.of(NodeKind.TRANSFORM, first);
    transform.add(expression(0));
    advance("|");
    transform.add(expression(0));
    if (skip(",")) {
      transform.add(expression(0));
    }
    close("|");
    transform.seeking.clear();
    return transform;
  }

  private NodeBuilder infix(NodeBuilder left, Token operator) {
    int position = operator.position();
    return switch (operator.text()) {
      case "." -> PathWeaver.join(left, expression(BindingPower.of(operator)), position);
      case "[" -> predicate(left, position);
      case "(" -> call(left, operator);
      case "{" -> group(left, operator);
      case "^" -> PathWeaver.sort(left, sortTerms(operator));
      case ":=" -> binding(left, operator);
      case "@" -> PathWeaver.focus(left, variable(operator), position);
      case "#" -> PathWeaver.index(left, variable(operator), position);
      case "?" -> condition(left, operator);
      case "??", "?:" -> NodeBuilder.of(NodeKind.BINARY, operator, left, expression(0));
      case "~>" -> {
        NodeBuilder right = expression(BindingPower.of(operator));
        NodeBuilder apply = NodeBuilder.of(NodeKind.BINARY, operator, left, right);
        apply.keepArray = left.keepArray || right.keepArray;
        yield apply;
      }
      default ->
          NodeBuilder.of(NodeKind.BINARY, operator, left, expression(BindingPower.of(operator)));
    };
  }

  private NodeBuilder predicate(NodeBuilder left, int position) {
    if (!token.is("]")) {
      NodeBuilder predicate = expression(0);
      close("]");
      return PathWeaver.filter(left, predicate, position);
    }
    close("]");
    left.keepArray = true;
    NodeBuilder step = left.lastStep();
    if (step.focus != null || left.kind == NodeKind.PATH && isSingleName(left)) {
      step.keepArray = true;
      left.keepSingleton = true;
    }
    return left;
  }

  private static boolean isSingleName(NodeBuilder path) {
    return path.children.size() == 1 && path.children.getFirst().kind == NodeKind.NAME;
  }

  private NodeBuilder call(NodeBuilder left, Token open) {
    NodeBuilder call = NodeBuilder.of(NodeKind.CALL, open);
    call.adopt(left);
    call.children.add(left);
    if (!token.is(")")) {
      do {
        if (token.is("?")) {
          call.children.add(NodeBuilder.of(NodeKind.PLACEHOLDER, token));
          advance("?");
        } else {
          call.add(expression(0));
        }
      } while (skip(","));
    }
    close(")");
    String name = left.isPlainName() ? left.children.getFirst().text : "";
    return name.equals("function") || name.equals("λ") ? lambda(call) : call;
  }

  private NodeBuilder lambda(NodeBuilder head) {
    List<String> params = new ArrayList<>();
    for (NodeBuilder param : head.children.subList(1, head.children.size())) {
      if (!param.isBare(NodeKind.VARIABLE)) {
        throw new JsonataSyntaxException(
            "S0208", param.position, "a parameter of a function must be a variable such as $x");
      }
      params.add(param.text);
    }
    NodeBuilder lambda = new NodeBuilder(NodeKind.LAMBDA, "", head.children.getFirst().position);
    lambda.params = params;
    if (token.is("<")) {
      int start = token.position();
      lambda.signature = Signature.parse(tokenizer.signature(start), start);
      token = tokenizer.next(false);
    }
    advance("{");
    lambda.add(expression(0));
    lambda.seeking.clear();
    close("}");
    return lambda;
  }

  private NodeBuilder group(NodeBuilder left, Token open) {
    List<NodeBuilder> pairs = pairs();
    if (left.group != null) {
      throw error("S0210", open, "a step can be grouped only once");
    }
    pairs.forEach(left::adopt);
    left.group = pairs;
    return left;
  }

  private NodeBuilder sortTerms(Token operator) {
    NodeBuilder sort = NodeBuilder.of(NodeKind.SORT, operator);
    List<Boolean> descending = new ArrayList<>();
    advance("(");
    do {
      boolean down = token.is(">");
      if (down || token.is("<")) {
        advance(token.text());
      }
      descending.add(down);
      sort.add(expression(0));
    } while (skip(","));
    close(")");
    sort.descending = descending;
    return sort;
  }

  private NodeBuilder binding(NodeBuilder left, Token operator) {
    if (!left.isBare(NodeKind.VARIABLE)) {
      throw error("S0212", operator, "the left side of ':=' must be a variable such as $x");
    }
    NodeBuilder value = expression(BindingPower.of(operator) - 1);
    NodeBuilder bind = new NodeBuilder(NodeKind.BIND, left.text, operator.position());
    return bind.add(value);
  }

  private String variable(Token operator) {
    if (token.kind() != Token.TokenKind.VARIABLE) {
      throw error(
          "S0214", operator, describe(operator) + " must be followed by a variable such as $x");
    }
    String name = token.text();
    token = tokenizer.next(true);
    return name;
  }

  private NodeBuilder condition(NodeBuilder test, Token operator) {
    NodeBuilder condition = NodeBuilder.of(NodeKind.CONDITION, operator, test, expression(0));
    return skip(":") ? condition.add(expression(0)) : condition;
  }

  private boolean skip(String sign) {
    boolean found = token.is(sign);
    if (found) {
      token = tokenizer.next(false);
    }
    return found;
  }

  private void advance(String sign) {
    expect(sign);
    token = tokenizer.next(false);
  }

  private void close(String sign) {
    expect(sign);
    token = tokenizer.next(true);
  }

  private void expect(String sign) {
    if (token.kind() == Token.TokenKind.END) {
      throw error("S0203", token, "'" + sign + "' is missing at the end of the expression");
    }
    if (!token.is(sign)) {
      throw error("S0202", token, "expected '" + sign + "' instead of " + describe(token));
    }
  }

  private static String describe(Token token) {
    String text = token.text();
    return "'" + (text.length() <= 40 ? text : text.substring(0, 40) + "...") + "'";
  }

  private static JsonataSyntaxException error(String code, Token at, String message) {
    return new JsonataSyntaxException(code, at.position(), message);
  }
}
