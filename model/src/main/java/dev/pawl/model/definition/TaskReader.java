package dev.pawl.model.definition;

import dev.pawl.model.Compensation;
import dev.pawl.model.State;
import dev.pawl.model.field.Cursor;
import dev.pawl.model.field.FieldTable;
import dev.pawl.model.field.Fields;
import dev.pawl.model.field.Templates;
import java.util.Optional;

final class TaskReader implements KindReader {

  @Override
  public FieldTable fields() {
    return Fields.TASK;
  }

  @Override
  public State read(Site site) {
    Cursor cursor = site.cursor();
    cursor.stop().pausing();
    // Who may call the handler is the operator's matter; that it can be read is all that counts.
    Templates.read(cursor, "Credentials");
    return new State.Task(
        HeaderReader.step(site),
        cursor.word("Resource").orElse(""),
        DeadlineReader.read(cursor),
        RecoveryReader.read(site),
        compensation(cursor));
  }

  private static Optional<Compensation> compensation(Cursor task) {
    Optional<Cursor> written = task.object("Compensate");
    written.ifPresent(Fields.COMPENSATE::check);
    return written.map(
        cursor ->
            new Compensation(
                cursor.word("Resource").orElse(""),
                cursor.language(),
                Templates.readForHandler(
                    cursor, cursor.speaksJsonata() ? "Arguments" : "Parameters"),
                DeadlineReader.read(cursor),
                RecoveryReader.retriers(cursor),
                cursor.flag("WhenFailed", false)));
  }
}
