package dev.pawl.model.field;

import static dev.pawl.model.finding.Finding.Code.EXPRESSION_AS_TEXT;

import dev.pawl.model.json.Pointer;
import dev.pawl.model.path.Path;
import dev.pawl.model.path.PathSyntaxException;
import dev.pawl.model.path.Root;
import dev.pawl.model.path.Segment;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Warns about text that looks like an expression but is not evaluated. */
public final class UnevaluatedText {

  private static final String SUFFIX = ".$";
  private static final Pattern CALL = Pattern.compile("\\s*States\\.\\w+\\s*\\(.*", Pattern.DOTALL);
  private static final Pattern INTERPOLATION =
      Pattern.compile("(?<!\\\\)\\$\\{\\s*(\\$|States\\.)");

  /** Matches text that looks like {@code ${$.path}} but is not replaced. */
  private static final Pattern FAILED_INTERPOLATION =
      Pattern.compile("(?<!\\\\)\\$\\{(\\s+\\$|\\s*States\\.)");

  private final DefinitionCursor cursor;

  UnevaluatedText(DefinitionCursor cursor) {
    this.cursor = cursor;
  }

  /** The kind of place where a text stands, which decides the advice on how to compute it. */
  enum Place {
    /** The text is the value of a field. */
    FIELD,
    /** The text is a member of an object. */
    MEMBER,
    /** The text is an element of an array. */
    ELEMENT
  }

  /** Warns if the text of a field that is never evaluated looks like an expression. */
  public static void checkField(DefinitionCursor cursor, String field, String text) {
    new UnevaluatedText(cursor).check(cursor.pointer(field), text, Place.FIELD, false);
  }

  /**
   * Warns about all expressions in a value that is never evaluated, even below names that end in
   * .$.
   */
  public static void checkConstant(DefinitionCursor cursor, String field, String advice) {
    cursor
        .get(field)
        .ifPresent(
            value ->
                new UnevaluatedText(cursor).constant(field, cursor.pointer(field), value, advice));
  }

  private void constant(String field, String pointer, Json value, String advice) {
    if (value instanceof JsonObject object) {
      for (Map.Entry<String, Json> member : object.members().entrySet()) {
        String at = Pointer.member(pointer, member.getKey());
        if (member.getKey().endsWith(SUFFIX)) {
          cursor.reportAt(
              EXPRESSION_AS_TEXT,
              at,
              "'%s' is not computed: '%s' is taken as it is written"
                  .formatted(member.getKey(), field),
              advice);
        } else {
          constant(field, at, member.getValue(), advice);
        }
      }
    } else if (value instanceof JsonArray array) {
      for (int i = 0; i < array.length(); i++) {
        constant(field, Pointer.element(pointer, i), array.elements().get(i), advice);
      }
    } else if (value instanceof JsonString text && looksComputed(text.value())) {
      cursor.reportAt(EXPRESSION_AS_TEXT, pointer, taken(text.value()), advice);
    }
  }

  private static boolean looksComputed(String text) {
    return path(text).filter(UnevaluatedText::isPlain).isPresent()
        || CALL.matcher(text).matches()
        || INTERPOLATION.matcher(text).find();
  }

  /**
   * Warns if text in either query language looks like an expression.
   *
   * @param interpolates true if <code>${$.path}</code> is replaced in this text
   */
  void check(String pointer, String text, Place place, boolean interpolates) {
    if (cursor.speaksJsonata() ? Expressions.isAlmostJsonata(text) : isWholeJsonata(text)) {
      jsonata(pointer);
      return;
    }
    Optional<Path> path = path(text);
    if (path.isPresent()) {
      path(pointer, text, place, path.get());
    } else if (CALL.matcher(text).matches()) {
      report(pointer, taken(text) + ", not as a function call", place, text.strip());
    } else {
      interpolation(pointer, text, place, interpolates);
    }
  }

  private static boolean isWholeJsonata(String text) {
    return Expressions.looksLikeJsonata(text) && text.endsWith("%}");
  }

  private void jsonata(String pointer) {
    boolean spoken = cursor.speaksJsonata();
    cursor.reportAt(
        EXPRESSION_AS_TEXT,
        pointer,
        "this is taken as text" + (spoken ? "" : ": JSONPath is spoken here"),
        spoken
            ? "An expression begins with {% and ends with %}, with nothing around it."
            : "Set \"QueryLanguage\": \"JSONata\" if an expression is meant.");
  }

  private void path(String pointer, String text, Place place, Path path) {
    if (isPlain(path)) {
      report(pointer, taken(text) + ", not as a path", place, path.source());
    } else if (path.root() instanceof Root.Variable variable) {
      // Text such as $5 or $name is common; only the name of a variable is suspicious.
      String advice = advice(pointer, place, path.source());
      cursor.stop().mentions(variable.name(), pointer, advice);
    }
  }

  private void interpolation(String pointer, String text, Place place, boolean interpolates) {
    if (interpolates && !cursor.speaksJsonata()) {
      if (FAILED_INTERPOLATION.matcher(text).find()) {
        cursor.reportAt(
            EXPRESSION_AS_TEXT,
            pointer,
            taken(text) + ": only a path may stand in the braces, without a blank before it",
            "Write ${$.path}, or compute the text with States.Format in a field whose name ends"
                + " in .$.");
      }
    } else if (INTERPOLATION.matcher(text).find()) {
      cursor.reportAt(
          EXPRESSION_AS_TEXT,
          pointer,
          taken(text) + ": ${...} is replaced in Parameters and Config of Task and Compensate only",
          cursor.speaksJsonata()
              ? "Write {% 'text ' & $states.input.name %}."
              : interpolationAdvice(pointer, place));
    }
  }

  private static String interpolationAdvice(String pointer, Place place) {
    String format = "States.Format('text {}', $.name)";
    return switch (place) {
      case FIELD ->
          switch (Pointer.last(pointer)) {
            case "Error", "Cause" ->
                "Use '%sPath' with \"%s\".".formatted(Pointer.last(pointer), format);
            case "Title", "Assignees" ->
                "Use '%s.$' with \"%s\".".formatted(Pointer.last(pointer), format);
            default -> computedField(Pointer.last(pointer));
          };
      case MEMBER -> "Write \"%s.$\": \"%s\".".formatted(Pointer.last(pointer), format);
      case ELEMENT -> "Write States.Array(%s) in a field whose name ends in .$.".formatted(format);
    };
  }

  private void report(String pointer, String message, Place place, String expression) {
    cursor.reportAt(EXPRESSION_AS_TEXT, pointer, message, advice(pointer, place, expression));
  }

  private String advice(String pointer, Place place, String expression) {
    if (cursor.speaksJsonata()) {
      return "Write an expression between {% and %}, such as {% $states.input.name %}.";
    }
    return switch (place) {
      case FIELD -> computedField(Pointer.last(pointer));
      case MEMBER -> "Name the field '%s.$' to have it evaluated.".formatted(Pointer.last(pointer));
      case ELEMENT ->
          "Write States.Array(%s) in a field whose name ends in .$.".formatted(shown(expression));
    };
  }

  private static String computedField(String field) {
    return switch (field) {
      case "Error", "Cause" -> "Use '" + field + "Path'.";
      case "Event", "Timestamp" -> "Use '" + field + "Path' with a path.";
      case "Title", "Assignees" -> "Use '" + field + ".$'.";
      case "Resource" -> "A resource cannot be computed: choose between Tasks with a Choice state.";
      default ->
          Conditions.hasPathForm(field)
              ? "Use '" + field + "Path' to compare with the value there."
              : "Use InputPath, or an object with fields whose names end in .$.";
    };
  }

  private static Optional<Path> path(String text) {
    String stripped = text.strip();
    if (!stripped.startsWith("$")) {
      return Optional.empty();
    }
    try {
      return Optional.of(Path.parse(stripped));
    } catch (PathSyntaxException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns true if the text can hardly be anything but a path: not {@code $} alone, a variable or
   * a price.
   */
  private static boolean isPlain(Path path) {
    List<Segment> segments = path.segments();
    boolean isAmount =
        !segments.isEmpty()
            && segments.getFirst() instanceof Segment.Member(String name)
            && !name.isEmpty()
            && Character.isDigit(name.charAt(0));
    boolean isVariable =
        path.root() instanceof Root.Variable(String name) && !name.equals("states");
    return !isVariable && !segments.isEmpty() && !isAmount;
  }

  private static String taken(String text) {
    return "'" + shown(text) + "' is taken as text";
  }

  private static String shown(String text) {
    return text.length() <= 80 ? text : text.substring(0, 77) + "...";
  }
}
