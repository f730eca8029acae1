package dev.pawl.testkit.simulation.cluster;

import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Letter;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a world wants of the nodes. */
public sealed interface Ask {

  /**
   * Hand over an execution and its letters.
   *
   * @param post a letter that is to be accepted for it before
   * @param again whether it was lost and its new incarnation begins
   */
  record Receive(ExecutionKey key, Optional<Post> post, boolean again) implements Ask {}

  /** A letter from outside. */
  record Post(byte[] body, String idempotencyKey) {}

  /**
   * Write a commit.
   *
   * @param snapshot what to keep when that is done
   * @param known all executions of the world
   */
  record Write(Commit commit, Optional<Claimed.Snapshot> snapshot, Set<ExecutionKey> known)
      implements Ask {}

  /** What the nodes say. */
  sealed interface Answer {

    /**
     * @param isLost the node that had it has died: there is nothing to hand over
     * @param claimed present if it came from the store since it was asked for the last time
     * @param unread its letters, oldest first
     */
    record Received(boolean isLost, Optional<Claimed> claimed, List<Letter> unread)
        implements Answer {}

    /**
     * @param isDurable whether it was written before its node died, if that died
     * @param parked whether it has left its node for a while
     * @param hasDied whether its node died
     * @param lost executions of the world that have no node any more
     */
    record Written(boolean isDurable, boolean parked, boolean hasDied, Set<ExecutionKey> lost)
        implements Answer {}
  }
}
