package dev.pawl.engine.node.runtime;

import dev.pawl.engine.node.time.PeriodicLoop;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.Maintenance;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Runs the maintenance of the store, on one node at a time: partitions, retention and the audit.
 */
public final class MaintenanceLoop implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(MaintenanceLoop.class.getName());

  // A node that dies during the work delays it on the others by so much.
  private static final Duration RETENTION_LEASE = Duration.ofMinutes(10);
  private static final Duration AUDIT_LEASE = Duration.ofMinutes(1);

  private final List<PeriodicLoop> loops;

  /** Starts the loops. */
  public MaintenanceLoop(Maintenance maintenance, NodeOptions options, RuntimeClock clock) {
    this.loops =
        List.of(
            new PeriodicLoop(
                "retention",
                clock,
                () -> {
                  maintenance.onOneNode(
                      "maintenance.retention",
                      RETENTION_LEASE,
                      () -> {
                        maintenance.preparePartitions();
                        options.retention().ifPresent(maintenance::deleteFinished);
                      });
                  return Duration.ofHours(1);
                }),
            new PeriodicLoop(
                "audit",
                clock,
                () -> {
                  clock.sleep(options.audit());
                  maintenance.onOneNode("maintenance.audit", AUDIT_LEASE, () -> audit(maintenance));
                  return Duration.ZERO;
                }));
  }

  private static void audit(Maintenance maintenance) {
    Map<String, Integer> found = maintenance.audit();
    if (!found.isEmpty()) {
      LOG.log(Level.ERROR, "the audit repaired executions that nothing would have woken: " + found);
    }
  }

  @Override
  public void close() {
    loops.forEach(PeriodicLoop::close);
  }
}
