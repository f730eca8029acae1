package dev.pawl.model.field;

import static dev.pawl.model.finding.Finding.Code.BAD_EXPRESSION;
import static dev.pawl.model.finding.Finding.Code.BAD_INTRINSIC;
import static dev.pawl.model.finding.Finding.Code.BAD_PATH;
import static dev.pawl.model.finding.Finding.Code.NOT_A_REFERENCE_PATH;

import dev.pawl.model.Template;
import dev.pawl.model.intrinsic.Argument;
import dev.pawl.model.intrinsic.IntrinsicCall;
import dev.pawl.model.intrinsic.IntrinsicSyntaxException;
import dev.pawl.model.jsonata.JsonataExpression;
import dev.pawl.model.jsonata.JsonataSyntaxException;
import dev.pawl.model.path.Path;
import dev.pawl.model.path.PathSyntaxException;
import dev.pawl.model.path.Root;
import java.util.Optional;

/** Text that means something: paths, intrinsic functions, JSONata. */
public final class Expressions {

  private static final String OPEN = "{%";
  private static final String CLOSE = "%}";

  private Expressions() {}

  public static Optional<Path> path(Cursor cursor, String field) {
    return cursor.text(field).flatMap(text -> path(cursor, cursor.pointer(field), text));
  }

  /** A path that leads to exactly one place. */
  public static Optional<Path> referencePath(Cursor cursor, String field) {
    Optional<Path> path = path(cursor, field);
    if (path.isPresent() && !path.get().isReference()) {
      cursor.report(
          NOT_A_REFERENCE_PATH,
          field,
          "'" + field + "' may lead to more than one place: " + path.get().source(),
          "Use names and indices only, such as $.order.lines[0].");
    }
    return path.filter(Path::isReference);
  }

  static Optional<Path> path(Cursor cursor, String pointer, String text) {
    try {
      Path path = Path.parse(text.strip());
      noteReads(cursor, pointer, path);
      return Optional.of(path);
    } catch (PathSyntaxException e) {
      cursor.reportAt(
          BAD_PATH,
          pointer,
          "'" + shown(text) + "' is not a path: " + e.getMessage() + at(e.position()),
          "A path begins with $, $$ or the $name of a variable.");
      return Optional.empty();
    }
  }

  /** A path or a call of an intrinsic function in a field. */
  public static Optional<Template> pathOrIntrinsic(Cursor cursor, String field) {
    return cursor.text(field).flatMap(text -> pathOrIntrinsic(cursor, cursor.pointer(field), text));
  }

  static Optional<Template> pathOrIntrinsic(Cursor cursor, String pointer, String text) {
    if (!text.strip().startsWith("States.")) {
      return path(cursor, pointer, text).map(Template.Read::new);
    }
    try {
      IntrinsicCall call = IntrinsicCall.parse(text.strip());
      noteReads(cursor, pointer, call);
      return Optional.of(new Template.Call(call));
    } catch (IntrinsicSyntaxException e) {
      cursor.reportAt(
          BAD_INTRINSIC,
          pointer,
          "'" + shown(text) + "' cannot be called: " + e.getMessage() + at(e.position()),
          "");
      return Optional.empty();
    }
  }

  /** Whether a text is meant as an expression, even if it is not well-formed. */
  public static boolean looksLikeJsonata(String text) {
    return text.startsWith(OPEN);
  }

  /** Whether a text that is no expression would be one with a little less around it. */
  static boolean isAlmostJsonata(String text) {
    return text.stripLeading().startsWith(OPEN) || text.stripTrailing().endsWith(CLOSE);
  }

  /** The JSONata expression in a field. */
  public static Optional<Template> jsonata(Cursor cursor, String field) {
    return cursor.text(field).flatMap(text -> jsonata(cursor, cursor.pointer(field), text));
  }

  static Optional<Template> jsonata(Cursor cursor, String pointer, String text) {
    if (!text.startsWith(OPEN) || !text.endsWith(CLOSE) || text.length() < 4) {
      cursor.reportAt(
          BAD_EXPRESSION,
          pointer,
          "'" + shown(text) + "' is not an expression between {% and %}",
          "Write \"{% ... %}\".");
      return Optional.empty();
    }
    String inside = text.substring(OPEN.length(), text.length() - CLOSE.length()).strip();
    try {
      JsonataExpression expression = JsonataExpression.parse(inside);
      expression.freeVariables().forEach(variable -> noteRead(cursor, pointer, variable));
      return Optional.of(new Template.Expression(expression));
    } catch (JsonataSyntaxException e) {
      cursor.reportAt(
          BAD_EXPRESSION,
          pointer,
          "'"
              + shown(inside)
              + "' is not JSONata: "
              + e.code()
              + ": "
              + e.getMessage()
              + at(e.position()),
          "");
      return Optional.empty();
    }
  }

  private static void noteReads(Cursor cursor, String pointer, IntrinsicCall call) {
    for (Argument argument : call.arguments()) {
      switch (argument) {
        case Argument.At at -> noteReads(cursor, pointer, at.path());
        case IntrinsicCall inner -> noteReads(cursor, pointer, inner);
        case Argument.Literal literal -> {}
        case Argument.Text text -> {}
      }
    }
  }

  static void noteReads(Cursor cursor, String pointer, Path path) {
    if (path.root() instanceof Root.Variable variable) {
      noteRead(cursor, pointer, variable.name());
    }
  }

  private static void noteRead(Cursor cursor, String pointer, String variable) {
    if (!variable.equals("states")) {
      cursor.stop().reads(variable, pointer);
    }
  }

  private static String shown(String text) {
    return text.length() <= 80 ? text : text.substring(0, 77) + "...";
  }

  private static String at(int position) {
    return " (at character " + (position + 1) + ")";
  }
}
