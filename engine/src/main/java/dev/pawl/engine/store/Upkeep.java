package dev.pawl.engine.store;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What keeps a store in order; any node may do it, and several at once do no harm. */
public interface Upkeep {

  /** The highest limit there is. */
  int MAX_LIMIT = 100_000;

  /** Makes room for what the next days bring. */
  void prepareRoom();

  /** Forgets executions that began longer ago, unless something of that time still lives. */
  int forget(Duration age);

  /**
   * Finds executions that live without a reason to wake, and wakes them. Each of them is a bug: how
   * many there were, by kind.
   */
  Map<String, Integer> audit();

  /** How many executions of a flow, or of the whole tenant, nodes may hold at the same time. */
  void limit(TenantId tenant, Optional<String> flow, int atMost);

  void unlimit(TenantId tenant, Optional<String> flow);

  /** Tells what a limit can be, if that is none. */
  static void checkLimit(int atMost) {
    if (atMost < 0 || atMost > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "a limit is a number from 0 to %d; to have none, lift it".formatted(MAX_LIMIT));
    }
  }
}
