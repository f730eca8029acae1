package dev.pawl.engine.store;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What keeps a store in order; any node may do it, and several at once do no harm. */
public interface Upkeep {

  /** Makes room for what the next days bring. */
  void prepareRoom();

  /** Forgets executions that began longer ago, unless something of that time still lives. */
  int forget(Duration age);

  /**
   * Finds executions that live without a reason to wake, and wakes them. Each of them is a bug: how
   * many there were, by kind.
   */
  Map<String, Integer> audit();

  /**
   * Limits the executions of a flow, or of the whole tenant, in place of the limit of that kind
   * that it had. Executions that are unfinished by then count; none of them is stopped.
   */
  void limit(TenantId tenant, Optional<String> flow, ConcurrencyLimit limit);

  /** Removes a limit; whatever waited for its permits goes on. */
  void unlimit(TenantId tenant, Optional<String> flow, ConcurrencyLimit.Kind kind);
}
