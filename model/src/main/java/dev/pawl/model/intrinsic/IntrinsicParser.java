package dev.pawl.model.intrinsic;

import dev.pawl.model.path.Path;
import dev.pawl.model.path.PathSyntaxException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

final class IntrinsicParser {

  private static final char END = '\0';
  private static final int MAX_NUMBER_LENGTH = 200;

  private final String text;
  private int at;
  private int depth;

  IntrinsicParser(String text) {
    this.text = text;
  }

  IntrinsicCall parse() {
    if (text.length() > IntrinsicCall.MAX_LENGTH) {
      throw error(0, "a call may have at most " + IntrinsicCall.MAX_LENGTH + " characters");
    }
    skipBlanks();
    IntrinsicCall call = call();
    skipBlanks();
    if (at < text.length()) {
      throw error(at, "unexpected '" + peek() + "' after the call");
    }
    return call;
  }

  private IntrinsicCall call() {
    int start = at;
    String name = word();
    skipBlanks();
    if (peek() != '(') {
      throw error(start, "expected a function such as States.Format(...)");
    }
    IntrinsicFunction function =
        IntrinsicFunction.named(name)
            .orElseThrow(
                () ->
                    new IntrinsicSyntaxException(
                        start,
                        "there is no intrinsic function '" + name + "'",
                        IntrinsicFunction.advice(name)));
    if (++depth > IntrinsicCall.MAX_DEPTH) {
      throw error(start, "calls may be nested at most " + IntrinsicCall.MAX_DEPTH + " levels deep");
    }
    List<Argument> arguments = arguments();
    depth--;
    if (!function.takes(arguments.size())) {
      throw error(
          start, name + " takes " + function.arity() + ", but is given " + arguments.size());
    }
    if (function == IntrinsicFunction.FORMAT) {
      checkPlaces(start, arguments);
    }
    return new IntrinsicCall(text.substring(start, at), function, arguments);
  }

  /**
   * Checks that a literal template has one placeholder per value; other templates are checked when
   * they are evaluated.
   */
  private static void checkPlaces(int start, List<Argument> arguments) {
    if (arguments.getFirst() instanceof Argument.Text template) {
      int places = template.places();
      int values = arguments.size() - 1;
      if (places != values) {
        throw new IntrinsicSyntaxException(
            start,
            "the template of States.Format has %d %s {}, but %d %s given"
                .formatted(
                    places,
                    places == 1 ? "placeholder" : "placeholders",
                    values,
                    values == 1 ? "value is" : "values are"),
            "Give one argument after the template for each {}; write \\{\\} for braces as text.");
      }
    }
  }

  private List<Argument> arguments() {
    List<Argument> arguments = new ArrayList<>();
    at++;
    skipBlanks();
    if (accept(')')) {
      return arguments;
    }
    while (true) {
      skipBlanks();
      arguments.add(argument());
      skipBlanks();
      if (accept(')')) {
        return arguments;
      }
      if (!accept(',')) {
        throw error(at, at < text.length() ? "expected ',' or ')'" : "')' is missing");
      }
    }
  }

  private Argument argument() {
    char c = peek();
    if (c == '\'') {
      return string();
    } else if (c == '$') {
      return path();
    } else if (c == '-' || isDigit(c)) {
      return new Argument.Literal(number());
    }
    int start = at;
    String word = word();
    if (word.isEmpty()) {
      throw error(
          start, "expected an argument: a path, a number, 'text', true, false, null or a call");
    }
    return switch (word) {
      case "true" -> new Argument.Literal(JsonBool.TRUE);
      case "false" -> new Argument.Literal(JsonBool.FALSE);
      case "null" -> new Argument.Literal(JsonNull.NULL);
      default -> {
        at = start;
        yield call();
      }
    };
  }

  private Argument path() {
    try {
      Path.Part part = Path.parseAt(text, at);
      at = part.end();
      return new Argument.At(part.path());
    } catch (PathSyntaxException e) {
      throw error(e.position(), String.valueOf(e.getMessage()));
    }
  }

  private Argument string() {
    int start = at++;
    StringBuilder value = new StringBuilder();
    StringBuilder template = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '\'') {
        return new Argument.Text(value.toString(), template.toString());
      }
      if (c == '\\') {
        char escaped = peek();
        if ("'{}\\".indexOf(escaped) < 0) {
          throw error(at - 1, "only \\', \\{, \\} and \\\\ may be escaped in a string");
        }
        at++;
        value.append(escaped);
        template.append(escaped == '\'' ? "" : "\\").append(escaped);
      } else {
        value.append(c);
        template.append(c);
      }
    }
    throw error(start, "the string has no closing apostrophe");
  }

  private Json number() {
    int start = at;
    accept('-');
    digits();
    if (accept('.')) {
      digits();
    }
    if (accept('e') || accept('E')) {
      if (!accept('+')) {
        accept('-');
      }
      digits();
    }
    if (at - start > MAX_NUMBER_LENGTH) {
      throw error(start, "the number is too long");
    }
    try {
      return JsonNumber.of(new BigDecimal(text.substring(start, at)));
    } catch (IllegalArgumentException e) {
      throw error(start, "the number is out of range");
    }
  }

  private void digits() {
    if (!isDigit(peek())) {
      throw error(at, "expected a digit");
    }
    while (isDigit(peek())) {
      at++;
    }
  }

  private String word() {
    int start = at;
    while (isDigit(peek()) || Character.isLetter(peek()) || peek() == '.') {
      at++;
    }
    return text.substring(start, at);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : END;
  }

  private boolean accept(char c) {
    boolean fits = at < text.length() && text.charAt(at) == c;
    at += fits ? 1 : 0;
    return fits;
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private static IntrinsicSyntaxException error(int position, String message) {
    return new IntrinsicSyntaxException(position, message, "");
  }
}
