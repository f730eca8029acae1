package dev.pawl.model.field;

import static dev.pawl.model.finding.Finding.Code.BAD_EXPRESSION;
import static dev.pawl.model.finding.Finding.Code.BAD_INTRINSIC;
import static dev.pawl.model.finding.Finding.Code.BAD_PATH;
import static dev.pawl.model.finding.Finding.Code.NOT_A_REFERENCE_PATH;
import static dev.pawl.model.finding.Finding.Code.NO_SUCH_VALUE;
import static dev.pawl.model.finding.Finding.Code.UNKNOWN_FUNCTION;

import dev.pawl.model.Template;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.finding.Nearest;
import dev.pawl.model.intrinsic.Argument;
import dev.pawl.model.intrinsic.IntrinsicCall;
import dev.pawl.model.intrinsic.IntrinsicSyntaxException;
import dev.pawl.model.jsonata.BuiltInFunctions;
import dev.pawl.model.jsonata.JsonataExpression;
import dev.pawl.model.jsonata.JsonataSyntaxException;
import dev.pawl.model.jsonata.References;
import dev.pawl.model.path.Path;
import dev.pawl.model.path.PathSyntaxException;
import dev.pawl.model.path.Root;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonString;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads text that is evaluated: paths, intrinsic functions and JSONata expressions. */
public final class Expressions {

  private static final String STATES = "states";
  private static final String OPEN = "{%";
  private static final String CLOSE = "%}";

  /** Any word before a parenthesis is meant as a function call, even if no such function exists. */
  private static final Pattern CALL =
      Pattern.compile("\\s*(States\\.|[A-Za-z][\\w.]*\\s*\\().*", Pattern.DOTALL);

  private Expressions() {}

  public static Optional<Path> path(DefinitionCursor cursor, String field) {
    return cursor.text(field).flatMap(text -> path(cursor, cursor.pointer(field), text));
  }

  /** Reads a Reference Path from a field and records the variables that it reads. */
  public static Optional<Path> referencePath(DefinitionCursor cursor, String field) {
    return reference(cursor, field, path(cursor, field));
  }

  /**
   * Reads a Reference Path that is written to; the value need not exist, so no read is recorded.
   */
  public static Optional<Path> targetPath(DefinitionCursor cursor, String field) {
    Optional<Path> path =
        cursor.text(field).flatMap(text -> parsed(cursor, cursor.pointer(field), text));
    return reference(cursor, field, path);
  }

  private static Optional<Path> reference(
      DefinitionCursor cursor, String field, Optional<Path> path) {
    if (path.isPresent() && !path.get().isReference()) {
      cursor.report(
          NOT_A_REFERENCE_PATH,
          field,
          "'" + field + "' may lead to more than one place: " + path.get().source(),
          "Use names and indices only, such as $.order.lines[0].");
    }
    return path.filter(Path::isReference);
  }

  static Optional<Path> path(DefinitionCursor cursor, String pointer, String text) {
    Optional<Path> path = parsed(cursor, pointer, text);
    path.ifPresent(read -> noteReads(cursor, pointer, read));
    return path;
  }

  private static Optional<Path> parsed(DefinitionCursor cursor, String pointer, String text) {
    if (beginsBlank(text)) {
      return refuseBlank(cursor, BAD_PATH, pointer, text);
    }
    try {
      return Optional.of(Path.parse(text.strip()));
    } catch (PathSyntaxException e) {
      cursor.reportAt(
          BAD_PATH,
          pointer,
          "'" + quote(text) + "' is not a path: " + e.getMessage() + at(e.position()),
          "A path begins with $, $$ or the $name of a variable.");
      return Optional.empty();
    }
  }

  /** Reads a path or a call of an intrinsic function from a field. */
  public static Optional<Template> pathOrIntrinsic(DefinitionCursor cursor, String field) {
    return cursor.text(field).flatMap(text -> pathOrIntrinsic(cursor, cursor.pointer(field), text));
  }

  static Optional<Template> pathOrIntrinsic(DefinitionCursor cursor, String pointer, String text) {
    if (!CALL.matcher(text).matches()) {
      return path(cursor, pointer, text).map(Template.Read::new);
    }
    if (beginsBlank(text)) {
      return refuseBlank(cursor, BAD_INTRINSIC, pointer, text);
    }
    try {
      IntrinsicCall call = IntrinsicCall.parse(text.strip());
      noteReads(cursor, pointer, call);
      return Optional.of(new Template.Call(call));
    } catch (IntrinsicSyntaxException e) {
      cursor.reportAt(
          BAD_INTRINSIC,
          pointer,
          "'" + quote(text) + "' cannot be called: " + e.getMessage() + at(e.position()),
          e.advice());
      return Optional.empty();
    }
  }

  private static boolean beginsBlank(String text) {
    return !text.isBlank() && Character.isWhitespace(text.charAt(0));
  }

  /**
   * Reports text that begins with a blank. Step Functions refuses it too, but allows blanks at the
   * end.
   */
  private static <T> Optional<T> refuseBlank(
      DefinitionCursor cursor, Finding.Code code, String pointer, String text) {
    cursor.reportAt(
        code,
        pointer,
        "'" + quote(text) + "' begins with a blank",
        "Take the blank before '" + text.strip().charAt(0) + "' away.");
    return Optional.empty();
  }

  /**
   * Returns true if the value is text that starts like a JSONata expression and the query language
   * is JSONata.
   */
  public static boolean isJsonata(DefinitionCursor cursor, Json value) {
    return cursor.isJsonata() && value instanceof JsonString text && looksLikeJsonata(text.value());
  }

  /** Returns true if the text starts like a JSONata expression, even if it is malformed. */
  public static boolean looksLikeJsonata(String text) {
    return text.startsWith(OPEN);
  }

  /**
   * Returns true if the text has expression delimiters in the wrong place, so that JSONata takes it
   * as plain text.
   */
  static boolean isAlmostJsonata(String text) {
    int open = text.indexOf(OPEN);
    return text.stripLeading().startsWith(OPEN)
        || text.stripTrailing().endsWith(CLOSE)
        || open >= 0 && text.indexOf(CLOSE, open) > open;
  }

  /** Reads a JSONata expression from a field. */
  public static Optional<Template> jsonata(DefinitionCursor cursor, String field) {
    return cursor.text(field).flatMap(text -> jsonata(cursor, cursor.pointer(field), text));
  }

  static Optional<Template> jsonata(DefinitionCursor cursor, String pointer, String text) {
    if (!text.startsWith(OPEN) || !text.endsWith(CLOSE) || text.length() < 4) {
      cursor.reportAt(
          BAD_EXPRESSION,
          pointer,
          "'" + quote(text) + "' is not an expression between {% and %}",
          "Write \"{% ... %}\".");
      return Optional.empty();
    }
    String inside = text.substring(OPEN.length(), text.length() - CLOSE.length()).strip();
    try {
      JsonataExpression expression = JsonataExpression.parse(inside);
      note(cursor, pointer, References.of(expression.root()));
      return Optional.of(new Template.Expression(expression));
    } catch (JsonataSyntaxException e) {
      cursor.reportAt(
          BAD_EXPRESSION,
          pointer,
          "'"
              + quote(inside)
              + "' is not JSONata: "
              + e.code()
              + ": "
              + e.getMessage()
              + at(e.position()),
          "");
      return Optional.empty();
    }
  }

  private static void note(DefinitionCursor cursor, String pointer, References references) {
    references.values().stream()
        .filter(variable -> !variable.equals(STATES))
        .forEach(variable -> cursor.state().reads(variable, pointer));
    for (String function : references.functions()) {
      cursor.reportAt(
          UNKNOWN_FUNCTION,
          pointer,
          "there is no function '$" + function + "'",
          Nearest.of(function, BuiltInFunctions.NAMES)
              .map(name -> "Did you mean '$" + name + "'?")
              .orElse(""));
    }
    references.states().forEach(names -> KnownMembers.checkStates(cursor, pointer, names));
    for (String name : references.contextNames()) {
      cursor.reportAt(
          NO_SUCH_VALUE,
          pointer,
          "'" + quote(name) + "' never has a value here",
          name.startsWith("$")
              ? "The input is $states.input."
              : "Write $states.input." + quote(name) + " to read it from the input.");
    }
  }

  private static void noteReads(DefinitionCursor cursor, String pointer, IntrinsicCall call) {
    for (Argument argument : call.arguments()) {
      switch (argument) {
        case Argument.At at -> noteReads(cursor, pointer, at.path());
        case IntrinsicCall inner -> noteReads(cursor, pointer, inner);
        case Argument.Literal literal -> {}
        case Argument.Text text -> {}
      }
    }
  }

  static void noteReads(DefinitionCursor cursor, String pointer, Path path) {
    switch (path.root()) {
      case Root.Input input -> {}
      case Root.Context context -> KnownMembers.checkContext(cursor, pointer, path);
      case Root.Variable variable -> {
        if (variable.name().equals(STATES)) {
          cursor.reportAt(
              NO_SUCH_VALUE,
              pointer,
              "'$states' exists in JSONata only",
              "Use $ for the input and $$ for the context object.");
        } else {
          cursor.state().reads(variable.name(), pointer);
        }
      }
    }
  }

  private static String quote(String text) {
    return text.length() <= 80 ? text : text.substring(0, 77) + "...";
  }

  private static String at(int position) {
    return " (at character " + (position + 1) + ")";
  }
}
