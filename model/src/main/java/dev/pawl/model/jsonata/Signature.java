package dev.pawl.model.jsonata;

import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The signature of a function, such as {@code <s-nn?:s>}.
 *
 * @param definition the signature as written
 * @param params one entry for each parameter, in order
 * @param pattern matches one type letter per argument; its groups are the parameters
 */
public record Signature(String definition, List<Param> params, Pattern pattern) {

  private static final String ANY = "asnblfom";

  /**
   * A parameter of a function. The type letters are s (string), n (number), b (boolean), l (null),
   * a (array), o (object), f (function) and m (missing).
   *
   * @param accepted the type letters of valid arguments
   * @param array true if a single value is converted to an array
   * @param content the type letter that every element of the array must have, or empty
   * @param optional true if the argument may be omitted
   * @param context true if the context value replaces an omitted argument
   * @param repeated true if the parameter takes one or more arguments
   */
  public record Param(
      String accepted,
      boolean array,
      String content,
      boolean optional,
      boolean context,
      boolean repeated) {

    private String regex() {
      return "([" + accepted + "]" + (repeated ? "+" : optional ? "?" : "") + ")";
    }

    Param withContent(String letter) {
      return new Param(accepted, array, letter, optional, context, repeated);
    }

    Param withOptional(boolean fromContext) {
      return new Param(accepted, array, content, true, fromContext, repeated);
    }

    Param withRepeated() {
      return new Param(accepted, array, content, optional, context, true);
    }
  }

  public Signature {
    params = List.copyOf(params);
  }

  /**
   * Parses a signature.
   *
   * @param text the signature with its angle brackets
   * @param position the offset of the signature in the source
   */
  public static Signature parse(String text, int position) {
    List<Param> params = new ArrayList<>();
    int end = text.length() - 1;
    for (int i = 1; i < end && text.charAt(i) != ':'; i++) {
      char symbol = text.charAt(i);
      switch (symbol) {
        case 's', 'n', 'b', 'l', 'o' -> params.add(param(symbol + "m", false));
        case 'a' -> params.add(param(ANY, true));
        case 'f' -> params.add(param("f", false));
        case 'j' -> params.add(param("asnblom", false));
        case 'x' -> params.add(param(ANY, false));
        case '-' -> change(params, position + i, last -> last.withOptional(true));
        case '?' -> change(params, position + i, last -> last.withOptional(false));
        case '+' -> change(params, position + i, Param::withRepeated);
        case '(' -> {
          int close = closing(text, i, '(', ')', position);
          params.add(choice(text.substring(i + 1, close), position + i));
          i = close;
        }
        case '<' -> {
          int close = closing(text, i, '<', '>', position);
          char before = text.charAt(i - 1);
          if (before != 'a' && before != 'f') {
            throw new JsonataSyntaxException(
                "S0401", position + i, "only arrays and functions have type parameters");
          }
          String content = before == 'a' ? text.substring(i + 1, Math.min(close, i + 2)) : "";
          change(params, position + i, last -> last.withContent(content));
          i = close;
        }
        default ->
            throw new JsonataSyntaxException(
                "S0402", position + i, "'" + symbol + "' has no meaning in a signature");
      }
    }
    StringBuilder regex = new StringBuilder("^");
    params.forEach(param -> regex.append(param.regex()));
    return new Signature(text, params, Pattern.compile(regex.append('$').toString()));
  }

  private static Param param(String accepted, boolean array) {
    return new Param(accepted, array, "", false, false, false);
  }

  private static Param choice(String letters, int position) {
    if (letters.isEmpty() || !letters.matches("[asnblfojx]+")) {
      throw new JsonataSyntaxException(
          "S0402", position, "a choice of types cannot have parameterised types");
    }
    boolean any = letters.contains("x") || letters.contains("j");
    return param(any ? ANY : letters + "m", false);
  }

  private static void change(List<Param> params, int position, UnaryOperator<Param> change) {
    if (params.isEmpty()) {
      throw new JsonataSyntaxException(
          "S0401", position, "a modifier in a signature must follow a type");
    }
    params.set(params.size() - 1, change.apply(params.getLast()));
  }

  private static int closing(String text, int start, char open, char close, int position) {
    int depth = 0;
    for (int i = start; i < text.length(); i++) {
      depth += text.charAt(i) == open ? 1 : text.charAt(i) == close ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    throw new JsonataSyntaxException(
        "S0401", position + start, "the signature has no closing '" + close + "'");
  }
}
