package dev.pawl.model.definition;

import dev.pawl.model.Compensation;
import dev.pawl.model.State;
import dev.pawl.model.Template;
import dev.pawl.model.field.DefinitionCursor;
import dev.pawl.model.field.Expressions;
import dev.pawl.model.field.FieldTable;
import dev.pawl.model.field.Fields;
import dev.pawl.model.field.Templates;
import dev.pawl.model.field.UnevaluatedText;
import dev.pawl.sdk.JsonObject;
import java.util.Optional;

final class TaskReader implements KindReader {

  @Override
  public FieldTable fields() {
    return Fields.TASK;
  }

  @Override
  public State read(StateContext site) {
    DefinitionCursor cursor = site.cursor();
    cursor.stop().pausing();
    // Operators configure access to handlers, so Credentials is only checked for syntax.
    credentials(cursor);
    Optional<String> resource = cursor.resource("Resource");
    resource.ifPresent(name -> UnevaluatedText.checkField(cursor, "Resource", name));
    return new State.Task(
        HeaderReader.step(site),
        resource.orElse(""),
        config(cursor),
        DeadlineReader.read(cursor),
        RecoveryReader.read(site),
        compensation(cursor));
  }

  /** Reads the settings of a handler. */
  static Optional<Template> config(DefinitionCursor cursor) {
    refuseNonObject(cursor, "Config");
    return Templates.readConfig(cursor, "Config");
  }

  private static void credentials(DefinitionCursor cursor) {
    Templates.read(cursor, "Credentials");
    refuseNonObject(cursor, "Credentials");
  }

  private static void refuseNonObject(DefinitionCursor cursor, String field) {
    cursor
        .get(field)
        .filter(value -> !(value instanceof JsonObject) && !Expressions.isJsonata(cursor, value))
        .ifPresent(
            value ->
                cursor.wrongType(
                    field,
                    value,
                    cursor.speaksJsonata() ? "an object or an expression" : "an object"));
  }

  private static Optional<Compensation> compensation(DefinitionCursor task) {
    Optional<DefinitionCursor> written = task.object("Compensate");
    written.ifPresent(Fields.COMPENSATE::check);
    return written.map(
        cursor ->
            new Compensation(
                cursor.resource("Resource").orElse(""),
                cursor.language(),
                Templates.readForHandler(
                    cursor, cursor.speaksJsonata() ? "Arguments" : "Parameters"),
                config(cursor),
                DeadlineReader.read(cursor),
                RecoveryReader.retriers(cursor),
                cursor.flag("WhenFailed", false)));
  }
}
