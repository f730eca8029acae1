package dev.pawl.testkit.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.Ids;
import dev.pawl.engine.store.ExecutionKey;
import java.time.Instant;
import java.util.Comparator;

/** Ids of version 7: they begin with the millisecond in which they were made. */
final class TimedId {

  /** By id as bytes, which is by time; the database compares them so too. */
  static final Comparator<ExecutionKey> OLDEST_FIRST =
      Comparator.comparingInt((ExecutionKey key) -> key.tenant().value())
          .thenComparing(key -> key.id().value().getMostSignificantBits(), Long::compareUnsigned)
          .thenComparing(key -> key.id().value().getLeastSignificantBits(), Long::compareUnsigned);

  private TimedId() {}

  static Instant time(ExecutionId id) {
    return Ids.timeOf(id);
  }
}
