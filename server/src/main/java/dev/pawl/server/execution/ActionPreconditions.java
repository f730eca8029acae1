package dev.pawl.server.execution;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.postgres.query.UnreadMessages;
import dev.pawl.server.problem.ApiException;
import java.util.Optional;

/**
 * Rejects operator actions that would have no effect on an execution. An execution with unread
 * messages is not checked, because its state depends on them; the action is queued behind them.
 */
final class ActionPreconditions {

  private final ExecutionControl control;
  private final UnreadMessages unread;

  ActionPreconditions(ExecutionControl control, UnreadMessages unread) {
    this.control = control;
    this.unread = unread;
  }

  /**
   * Verifies that the action has an effect on the execution.
   *
   * @throws ApiException if the execution has ended or the action is not allowed in its state
   */
  void check(Executions.Summary found, Fact fact) {
    checkLive(found);
    // A pause caused by an incident is recorded in the row of the execution, not in its journal.
    boolean isPausedForSure = found.status() == Status.PAUSED;
    if (isPausedForSure && (fact instanceof Fact.Resumed || fact instanceof Fact.Cancelled)) {
      return;
    }
    // The inbox is checked before the journal: a message consumed in between is in the journal.
    if (unread.exist(found.info().key())) {
      return;
    }
    Optional<String> objection =
        isPausedForSure && fact instanceof Fact.Paused && isPausedStill(found.info().key())
            ? Optional.of("the execution is paused already")
            : control.objection(found.info().key(), fact);
    if (objection.isPresent()) {
      throw ApiException.conflict("not-allowed", objection.get());
    }
  }

  /**
   * Verifies that the execution has not ended.
   *
   * @throws ApiException if it has
   */
  static void checkLive(Executions.Summary found) {
    if (found.status().isTerminal()) {
      throw ApiException.conflict("ended", "the execution has ended: it is " + found.status());
    }
  }

  private boolean isPausedStill(ExecutionKey key) {
    return control.reader().find(key).filter(now -> now.status() == Status.PAUSED).isPresent();
  }
}
