package dev.pawl.simulation.cluster;

import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.InboxMessage;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A request of a simulated world to the nodes. */
public sealed interface ClusterRequest {

  /**
   * Asks for an execution and its messages.
   *
   * @param post a message to accept for it before
   * @param again true if it was lost and starts a new incarnation
   */
  record ReceiveRequest(ExecutionKey key, Optional<PostedMessage> post, boolean again)
      implements ClusterRequest {}

  /** A message from outside. */
  record PostedMessage(byte[] body, String idempotencyKey) {}

  /**
   * Asks for a commit to be written.
   *
   * @param snapshot the snapshot to store after it
   * @param known all executions of the world
   */
  record WriteRequest(
      Commit commit, Optional<ClaimedExecution.Snapshot> snapshot, Set<ExecutionKey> known)
      implements ClusterRequest {}

  /** The answer of the nodes. */
  sealed interface ClusterAnswer {

    /**
     * The execution.
     *
     * @param isLost true if its node has died
     * @param claimed present if it was claimed from the store since the last request
     * @param unread its messages, oldest first
     */
    record Received(boolean isLost, Optional<ClaimedExecution> claimed, List<InboxMessage> unread)
        implements ClusterAnswer {}

    /**
     * The result of the commit.
     *
     * @param isDurable true if it was written, even if its node died then
     * @param parked true if the execution is parked
     * @param hasDied true if its node died
     * @param lost executions of the world that no longer have a node
     */
    record WriteAnswer(boolean isDurable, boolean parked, boolean hasDied, Set<ExecutionKey> lost)
        implements ClusterAnswer {}
  }
}
