package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;

import dev.pawl.model.State;
import dev.pawl.model.Template;
import dev.pawl.model.field.DefinitionCursor;
import dev.pawl.model.field.NumericFields;
import dev.pawl.sdk.JsonNumber;
import java.util.Optional;

/** Reads the timeout and heartbeat fields of a state. */
final class DeadlineReader {

  private DeadlineReader() {}

  static State.Deadlines read(DefinitionCursor cursor) {
    Optional<Template> timeout = timeout(cursor);
    Optional<Template> heartbeat =
        NumericFields.whole(cursor, "HeartbeatSeconds", 1, NumericFields.MAX_SECONDS);
    Optional<Long> longest = seconds(timeout);
    if (longest.isPresent() && seconds(heartbeat).filter(s -> s >= longest.get()).isPresent()) {
      cursor.report(
          BAD_VALUE,
          "HeartbeatSeconds",
          "'HeartbeatSeconds' must be less than 'TimeoutSeconds'",
          "");
    }
    return new State.Deadlines(timeout, heartbeat);
  }

  static Optional<Template> timeout(DefinitionCursor cursor) {
    return NumericFields.whole(cursor, "TimeoutSeconds", 1, NumericFields.MAX_SECONDS);
  }

  private static Optional<Long> seconds(Optional<Template> template) {
    return template
        .filter(Template.Literal.class::isInstance)
        .map(literal -> ((JsonNumber) ((Template.Literal) literal).value()).longValue());
  }
}
