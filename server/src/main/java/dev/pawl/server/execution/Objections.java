package dev.pawl.server.execution;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.problem.Refusal;
import java.util.Optional;

/**
 * Tells operators at once what an execution would not heed. Where it has letters that it has not
 * read, nobody knows, and the order is one more of them.
 */
final class Objections {

  private static final String UNREAD =
      "select exists (select from pawl.inbox i where i.tenant = ? and i.execution = ?)";

  private final Control control;
  private final Tenanted tenanted;

  Objections(Control control, Tenanted tenanted) {
    this.control = control;
    this.tenanted = tenanted;
  }

  /**
   * @throws Refusal if it would not be heeded
   */
  void check(Executions.Summary found, Fact fact) {
    if (found.status().isTerminal()) {
      throw Refusal.conflict("ended", "the execution has ended: it is " + found.status());
    }
    // One that rests because of an incident is told by its row, not by its journal.
    boolean isPausedForSure = found.status() == Status.PAUSED;
    if (isPausedForSure && (fact instanceof Fact.Resumed || fact instanceof Fact.Cancelled)) {
      return;
    }
    // First the letters, then the journal: what is read in between is in the journal.
    if (hasUnread(found.card().key())) {
      return;
    }
    Optional<String> objection =
        isPausedForSure && fact instanceof Fact.Paused && isPausedStill(found.card().key())
            ? Optional.of("the execution is paused already")
            : control.objection(found.card().key(), fact);
    if (objection.isPresent()) {
      throw Refusal.conflict("not-allowed", objection.get());
    }
  }

  private boolean isPausedStill(ExecutionKey key) {
    return control.find(key).filter(now -> now.status() == Status.PAUSED).isPresent();
  }

  private boolean hasUnread(ExecutionKey key) {
    return tenanted
        .of(key.tenant())
        .use(
            connection ->
                Rows.list(
                        connection,
                        UNREAD,
                        row -> row.getBoolean(1),
                        key.tenant().value(),
                        key.id().value())
                    .getFirst());
  }
}
