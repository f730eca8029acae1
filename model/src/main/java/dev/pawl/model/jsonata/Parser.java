package dev.pawl.model.jsonata;

import dev.pawl.model.jsonata.Draft.Kind;
import dev.pawl.sdk.JsonNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads an expression by the binding power of its operators. */
final class Parser {

  /** The errors that the language reports only for text whose syntax is correct. */
  private static final Set<String> DEFERRED =
      Set.of("S0207", "S0209", "S0210", "S0213", "S0215", "S0216", "S0217");

  private final Tokenizer tokenizer;
  private Token token;
  private int labels;
  private int depth;

  /** The first error that counts only if the syntax of the whole text is correct. */
  private @Nullable JsonataSyntaxException deferred;

  private Parser(String source) {
    tokenizer = new Tokenizer(source);
    token = tokenizer.next(false);
  }

  static Draft parse(String source) {
    Parser parser = new Parser(source);
    Draft root = parser.expression(0);
    if (parser.token.kind() != Token.Kind.END) {
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

  private Draft expression(int power) {
    if (++depth > Draft.MAX_NESTING) {
      throw Draft.tooDeep(token.position());
    }
    Token first = token;
    token = tokenizer.next(isOperand(first));
    Draft left = prefix(first);
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
   * Keeps the error until the end of the text: an error in its syntax comes first.
   *
   * @throws JsonataSyntaxException if the error is one of syntax itself
   */
  private void defer(JsonataSyntaxException error) {
    if (!DEFERRED.contains(error.code())) {
      throw error;
    }
    if (deferred == null) {
      deferred = error;
    }
  }

  /** Whether a value may end with the token, so that a slash behind it divides. */
  private static boolean isOperand(Token token) {
    return token.kind() != Token.Kind.OPERATOR
        || switch (token.text()) {
          case "*", "**", "%", "and", "or", "in" -> true;
          default -> false;
        };
  }

  private Draft prefix(Token first) {
    return switch (first.kind()) {
      case NAME -> name(first);
      case VARIABLE -> Draft.of(Kind.VARIABLE, first);
      case STRING -> Draft.of(Kind.STRING, first);
      case LITERAL -> {
        Draft literal = Draft.of(Kind.LITERAL, first);
        literal.literal = first.literal();
        yield literal;
      }
      case REGEX -> {
        Draft regex = Draft.of(Kind.REGEX, first);
        regex.regex = first.regex();
        yield regex;
      }
      case OPERATOR -> prefixOperator(first);
      case END -> {
        defer(error("S0207", first, "the expression ends too early"));
        yield Draft.of(Kind.BLOCK, first);
      }
    };
  }

  private Draft prefixOperator(Token first) {
    return switch (first.text()) {
      case "and", "or", "in" -> name(first);
      case "-" -> negation(first);
      case "*" -> Draft.of(Kind.WILDCARD, first);
      case "**" -> Draft.of(Kind.DESCENDANTS, first);
      case "%" -> {
        Draft parent = Draft.of(Kind.PARENT, first);
        parent.slot = new Draft.Slot("%" + labels++);
        yield parent;
      }
      case "(" -> block(first);
      case "[" -> array(first);
      case "{" -> {
        Draft object = Draft.of(Kind.OBJECT, first);
        pairs().forEach(object::add);
        yield object;
      }
      case "|" -> transform(first);
      default -> throw error("S0211", first, describe(first) + " needs a value on its left");
    };
  }

  private static Draft name(Token token) {
    return PathWeaver.asPath(Draft.of(Kind.NAME, token), token.position());
  }

  private Draft negation(Token first) {
    Draft operand = expression(BindingPower.OF_A_SIGN);
    if (operand.isBare(Kind.LITERAL) && operand.literal instanceof JsonNumber number) {
      operand.literal = JsonNumber.of(number.decimalValue().negate());
      return operand;
    }
    return Draft.of(Kind.NEGATE, first, operand);
  }

  private Draft block(Token first) {
    Draft block = Draft.of(Kind.BLOCK, first);
    while (!token.is(")")) {
      Draft part = expression(0);
      block.add(part);
      block.whole |= part.whole || part.kind == Kind.PATH && part.children.getFirst().whole;
      if (!token.is(";")) {
        break;
      }
      advance(";");
    }
    close(")");
    return block;
  }

  private Draft array(Token first) {
    Draft array = Draft.of(Kind.ARRAY, first);
    if (!token.is("]")) {
      do {
        Draft element = expression(0);
        if (token.is("..")) {
          Token range = token;
          advance("..");
          element = Draft.of(Kind.BINARY, range, element, expression(0));
        }
        array.add(element);
      } while (skip(","));
    }
    close("]");
    return array;
  }

  private List<Draft> pairs() {
    List<Draft> pairs = new ArrayList<>();
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

  private Draft transform(Token first) {
    Draft transform = Draft.of(Kind.TRANSFORM, first);
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

  private Draft infix(Draft left, Token operator) {
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
      case "??", "?:" -> Draft.of(Kind.BINARY, operator, left, expression(0));
      case "~>" -> {
        Draft right = expression(BindingPower.of(operator));
        Draft apply = Draft.of(Kind.BINARY, operator, left, right);
        apply.keepArray = left.keepArray || right.keepArray;
        yield apply;
      }
      default -> Draft.of(Kind.BINARY, operator, left, expression(BindingPower.of(operator)));
    };
  }

  private Draft predicate(Draft left, int position) {
    if (!token.is("]")) {
      Draft predicate = expression(0);
      close("]");
      return PathWeaver.filter(left, predicate, position);
    }
    close("]");
    left.keepArray = true;
    Draft step = left.lastStep();
    if (step.focus != null || left.kind == Kind.PATH && isSingleName(left)) {
      step.keepArray = true;
      left.keepSingleton = true;
    }
    return left;
  }

  private static boolean isSingleName(Draft path) {
    return path.children.size() == 1 && path.children.getFirst().kind == Kind.NAME;
  }

  private Draft call(Draft left, Token open) {
    Draft call = Draft.of(Kind.CALL, open);
    call.adopt(left);
    call.children.add(left);
    if (!token.is(")")) {
      do {
        if (token.is("?")) {
          call.children.add(Draft.of(Kind.PLACEHOLDER, token));
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

  private Draft lambda(Draft head) {
    List<String> params = new ArrayList<>();
    for (Draft param : head.children.subList(1, head.children.size())) {
      if (!param.isBare(Kind.VARIABLE)) {
        throw new JsonataSyntaxException(
            "S0208", param.position, "a parameter of a function must be a variable such as $x");
      }
      params.add(param.text);
    }
    Draft lambda = new Draft(Kind.LAMBDA, "", head.children.getFirst().position);
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

  private Draft group(Draft left, Token open) {
    List<Draft> pairs = pairs();
    if (left.group != null) {
      throw error("S0210", open, "a step can be grouped only once");
    }
    pairs.forEach(left::adopt);
    left.group = pairs;
    return left;
  }

  private Draft sortTerms(Token operator) {
    Draft sort = Draft.of(Kind.SORT, operator);
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

  private Draft binding(Draft left, Token operator) {
    if (!left.isBare(Kind.VARIABLE)) {
      throw error("S0212", operator, "the left side of ':=' must be a variable such as $x");
    }
    Draft value = expression(BindingPower.of(operator) - 1);
    Draft bind = new Draft(Kind.BIND, left.text, operator.position());
    return bind.add(value);
  }

  private String variable(Token operator) {
    if (token.kind() != Token.Kind.VARIABLE) {
      throw error(
          "S0214", operator, describe(operator) + " must be followed by a variable such as $x");
    }
    String name = token.text();
    token = tokenizer.next(true);
    return name;
  }

  private Draft condition(Draft test, Token operator) {
    Draft condition = Draft.of(Kind.CONDITION, operator, test, expression(0));
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
    if (token.kind() == Token.Kind.END) {
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
