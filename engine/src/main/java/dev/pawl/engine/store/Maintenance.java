package dev.pawl.engine.store;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The maintenance of a store; any number of nodes may run it at the same time. */
public interface Maintenance {

  /**
   * Does periodic work that one node of the cluster does at a time.
   *
   * @param name the name of the work, the same on all nodes
   * @param length how long other nodes leave the work alone if this one dies
   * @return false if another node is at it, and nothing was done
   */
  boolean onOneNode(String name, Duration length, Runnable work);

  /** Creates the partitions for the next days. */
  void preparePartitions();

  /**
   * Deletes finished executions that started longer ago than the given age, except in periods with
   * live executions, and returns the number of deleted periods.
   */
  int deleteFinished(Duration age);

  /**
   * Finds live executions that nothing would wake, and wakes them. Each of them is a bug.
   *
   * @return the number found by kind; empty if there were none
   */
  Map<String, Integer> audit();

  /**
   * Sets the limit of a flow, or of the whole tenant, and replaces its limit of the same kind.
   * Unfinished executions count at once; none of them is stopped.
   */
  void limit(TenantId tenant, Optional<String> flow, ConcurrencyLimit limit);

  /** Removes a limit; executions that waited for its permits continue. */
  void unlimit(TenantId tenant, Optional<String> flow, ConcurrencyLimit.LimitKind kind);
}
