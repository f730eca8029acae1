package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.NOT_A_REFERENCE_PATH;

import dev.pawl.model.ResultPath;
import dev.pawl.model.Shaping;
import dev.pawl.model.Template;
import dev.pawl.model.field.Cursor;
import dev.pawl.model.field.Expressions;
import dev.pawl.model.field.Templates;
import dev.pawl.model.field.Variables;
import dev.pawl.model.path.Path;
import dev.pawl.model.path.Root;
import dev.pawl.sdk.JsonNull;
import java.util.Optional;

/** Reads how a state takes its input and leaves its output. */
final class ShapingReader {

  private static final Path WHOLE = Path.parse("$");

  private ShapingReader() {}

  static Shaping read(Cursor state) {
    if (state.speaksJsonata()) {
      return new Shaping.Expressions(
          Templates.read(state, "Arguments"),
          Templates.read(state, "Output"),
          Variables.assign(state));
    }
    boolean map = isOfType(state, "Map");
    return new Shaping.Paths(
        path(state, "InputPath"),
        // In a Map these are the old name of ItemSelector.
        map ? Optional.empty() : parameters(state),
        Templates.read(state, "ResultSelector"),
        resultPath(state),
        path(state, "OutputPath"),
        Variables.assign(state));
  }

  private static Optional<Template> parameters(Cursor state) {
    return isOfType(state, "Task")
        ? Templates.readForHandler(state, "Parameters")
        : Templates.read(state, "Parameters");
  }

  private static boolean isOfType(Cursor state, String type) {
    return state.get("Type").filter(written -> written.asText().equals(type)).isPresent();
  }

  /** The whole where nothing is written; nothing where null is written. */
  private static Optional<Path> path(Cursor state, String field) {
    if (isNull(state, field)) {
      return Optional.empty();
    }
    return Optional.of(Expressions.path(state, field).orElse(WHOLE));
  }

  static ResultPath resultPath(Cursor cursor) {
    if (isNull(cursor, "ResultPath")) {
      return ResultPath.Discard.DISCARD;
    }
    Path path = Expressions.targetPath(cursor, "ResultPath").orElse(WHOLE);
    if (!(path.root() instanceof Root.Input)) {
      cursor.report(
          NOT_A_REFERENCE_PATH,
          "ResultPath",
          "a result can only be put into the input, not into " + path.source(),
          "Use a path that begins with $. to put it there, or Assign to set a variable.");
    }
    return new ResultPath.At(path);
  }

  private static boolean isNull(Cursor cursor, String field) {
    return cursor.get(field).filter(JsonNull.NULL::equals).isPresent();
  }
}
