package dev.pawl.triggers.launch;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.triggers.launch.RejectedFires.RejectedFire;
import dev.pawl.triggers.launch.RejectedFires.RejectedQuery;
import java.util.Optional;
import java.util.UUID;

/**
 * Replays events that were rejected by a trigger: a start removes the row, another rejection renews
 * it.
 */
public final class FireReplay {

  /** The maximum number of fires that one bulk replay handles. */
  public static final int MAX_BULK = 1_000;

  private final EventStarts starts;
  private final RejectedFires rejected;

  public FireReplay(EventStarts starts, RejectedFires rejected) {
    this.starts = starts;
    this.rejected = rejected;
  }

  /**
   * The result of a bulk replay.
   *
   * @param started fires that started their flow
   * @param failed fires that were rejected again, or whose binding no longer exists
   */
  public record BulkReplay(int started, int failed) {}

  /**
   * Replays one fire.
   *
   * @return the execution; empty if the fire was rejected again or its filter does not hold
   * @throws IllegalArgumentException if the binding no longer exists
   */
  public Optional<ExecutionKey> replay(TenantId tenant, RejectedFire fire) {
    EventStarts.Replayed replayed =
        starts.replay(Fire.read(tenant, UUID.fromString(fire.trigger()), fire.fire()));
    if (replayed.isSettled()) {
      rejected.remove(tenant, fire.id());
    }
    return replayed.execution();
  }

  /** Replays the newest fires that match, at most {@link #MAX_BULK}. */
  public BulkReplay replayAll(
      TenantId tenant, Optional<String> flow, Optional<RejectReason> reason) {
    int started = 0;
    int failed = 0;
    for (RejectedFire fire :
        rejected.list(tenant, new RejectedQuery(flow, reason, Optional.empty(), MAX_BULK))) {
      boolean isStarted;
      try {
        isStarted = replay(tenant, fire).isPresent();
      } catch (IllegalArgumentException e) {
        isStarted = false;
      }
      started += isStarted ? 1 : 0;
      failed += isStarted ? 0 : 1;
    }
    return new BulkReplay(started, failed);
  }
}
