package dev.pawl.model.intrinsic;

import dev.pawl.model.path.Path;
import dev.pawl.sdk.Json;

/** An argument of an intrinsic function. */
public sealed interface Argument
    permits Argument.Literal, Argument.Text, Argument.At, IntrinsicCall {

  /** A number, {@code true}, {@code false} or {@code null}. */
  record Literal(Json value) implements Argument {}

  /**
   * A string in apostrophes.
   *
   * @param value the text without escapes
   * @param template the text with the escapes that {@code States.Format} needs to tell placeholders
   *     from literal braces
   */
  record Text(String value, String template) implements Argument {

    /** Returns the number of placeholders {@code {}} in the template. */
    int places() {
      int places = 0;
      for (int i = 0; i + 1 < template.length(); i++) {
        char c = template.charAt(i);
        char next = template.charAt(i + 1);
        boolean isEscape = c == '\\' && "{}\\".indexOf(next) >= 0;
        boolean isPlace = c == '{' && next == '}';
        places += isPlace ? 1 : 0;
        i += isEscape || isPlace ? 1 : 0;
      }
      return places;
    }
  }

  /** The value at a path. */
  record At(Path path) implements Argument {}
}
