package dev.pawl.testkit.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.time.ExecutionIds;
import dev.pawl.engine.store.ExecutionKey;
import java.time.Instant;
import java.util.Comparator;

/** Creates version 7 UUIDs, which begin with the millisecond of their creation. */
final class TimedId {

  /**
   * Orders executions by the bytes of their ids, and so by time; the database uses this order too.
   */
  static final Comparator<ExecutionKey> OLDEST_FIRST =
      Comparator.comparingInt((ExecutionKey key) -> key.tenant().value())
          .thenComparing(key -> key.id().value().getMostSignificantBits(), Long::compareUnsigned)
          .thenComparing(key -> key.id().value().getLeastSignificantBits(), Long::compareUnsigned);

  private TimedId() {}

  static Instant time(ExecutionId id) {
    return ExecutionIds.timeOf(id);
  }
}
