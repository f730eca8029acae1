package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;

import dev.pawl.model.State;
import dev.pawl.model.Template;
import dev.pawl.model.field.Amounts;
import dev.pawl.model.field.Cursor;
import dev.pawl.sdk.JsonNumber;
import java.util.Optional;

/** Reads how long work may take. */
final class DeadlineReader {

  private DeadlineReader() {}

  static State.Deadlines read(Cursor cursor) {
    Optional<Template> timeout = timeout(cursor);
    Optional<Template> heartbeat =
        Amounts.whole(cursor, "HeartbeatSeconds", 1, Amounts.MAX_SECONDS);
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

  static Optional<Template> timeout(Cursor cursor) {
    return Amounts.whole(cursor, "TimeoutSeconds", 1, Amounts.MAX_SECONDS);
  }

  private static Optional<Long> seconds(Optional<Template> template) {
    return template
        .filter(Template.Literal.class::isInstance)
        .map(literal -> ((JsonNumber) ((Template.Literal) literal).value()).longValue());
  }
}
