package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.NOT_A_REFERENCE_PATH;

import dev.pawl.model.ResultPath;
import dev.pawl.model.Shaping;
import dev.pawl.model.StateKind;
import dev.pawl.model.Template;
import dev.pawl.model.field.DefinitionCursor;
import dev.pawl.model.field.Expressions;
import dev.pawl.model.field.Templates;
import dev.pawl.model.field.Variables;
import dev.pawl.model.path.Path;
import dev.pawl.model.path.Root;
import dev.pawl.sdk.JsonNull;
import java.util.Optional;

/** Reads the fields that select the input and shape the output of a state. */
final class ShapingReader {

  private static final Path WHOLE = Path.parse("$");

  private ShapingReader() {}

  static Shaping read(DefinitionCursor state) {
    if (state.isJsonata()) {
      return new Shaping.Expressions(
          Templates.read(state, "Arguments"),
          Templates.read(state, "Output"),
          Variables.assign(state));
    }
    boolean map = isOfKind(state, StateKind.MAP);
    return new Shaping.Paths(
        path(state, "InputPath"),
        // In a Map, Parameters is the old name of ItemSelector.
        map ? Optional.empty() : parameters(state),
        Templates.read(state, "ResultSelector"),
        resultPath(state),
        path(state, "OutputPath"),
        Variables.assign(state));
  }

  private static Optional<Template> parameters(DefinitionCursor state) {
    return isOfKind(state, StateKind.TASK)
        ? Templates.readForHandler(state, "Parameters")
        : Templates.read(state, "Parameters");
  }

  private static boolean isOfKind(DefinitionCursor state, StateKind kind) {
    return state.get("Type").filter(written -> written.asText().equals(kind.type())).isPresent();
  }

  /**
   * Returns the path in a field; {@code $} if the field is absent or unusable, empty if it is null.
   */
  private static Optional<Path> path(DefinitionCursor state, String field) {
    if (isNull(state, field)) {
      return Optional.empty();
    }
    return Optional.of(Expressions.path(state, field).orElse(WHOLE));
  }

  static ResultPath resultPath(DefinitionCursor cursor) {
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

  private static boolean isNull(DefinitionCursor cursor, String field) {
    return cursor.get(field).filter(JsonNull.NULL::equals).isPresent();
  }
}
