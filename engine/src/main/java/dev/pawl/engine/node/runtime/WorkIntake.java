package dev.pawl.engine.node.runtime;

import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.NodeSession;
import java.time.Duration;
import java.util.List;

/** Brings work from the store to an incarnation: messages, runnable executions, dead nodes. */
final class WorkIntake {

  private static final int MAX_CLAIMED_PER_CALL = 500;
  private static final int MAX_MESSAGES_PER_CALL = 2_000;

  private final NodeSession session;
  private final NodeExecutions executions;
  private final ExecutionHost host;
  private final WakeUp inboxCheck;
  private final Duration pollInterval;

  WorkIntake(
      NodeSession session,
      NodeExecutions executions,
      ExecutionHost host,
      WakeUp inboxCheck,
      Duration pollInterval) {
    this.session = session;
    this.executions = executions;
    this.host = host;
    this.inboxCheck = inboxCheck;
    this.pollInterval = pollInterval;
  }

  /** Waits for a notification of the store and wakes {@link #receive}. */
  Duration awaitNotification() throws InterruptedException {
    session.awaitWork(pollInterval);
    inboxCheck.signal();
    return Duration.ZERO;
  }

  /** Delivers messages and, within the capacity of the node, claims executions. */
  Duration receive() throws InterruptedException {
    inboxCheck.await(pollInterval);
    session.messages(MAX_MESSAGES_PER_CALL).forEach(executions::receive);
    List<ClaimedExecution> claimed;
    do {
      // Without capacity too: a claim also delivers messages from transactions of applications.
      claimed =
          executions.isAccepting()
              ? session.claim(Math.clamp(executions.freeCapacity(), 0, MAX_CLAIMED_PER_CALL))
              : List.of();
      claimed.forEach(host::adopt);
    } while (claimed.size() == MAX_CLAIMED_PER_CALL);
    return Duration.ZERO;
  }

  /** Makes the executions of dead nodes claimable. */
  Duration releaseDead() {
    if (session.releaseDead() > 0) {
      inboxCheck.signal();
    }
    return session.lease().dividedBy(10);
  }
}
