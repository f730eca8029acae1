package dev.pawl.engine.node.runtime;

import dev.pawl.engine.node.time.PeriodicLoop;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.Maintenance;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Runs the maintenance of the store: partitions, retention and the audit. */
public final class MaintenanceLoop implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(MaintenanceLoop.class.getName());

  private final List<PeriodicLoop> loops;

  /** Starts the loops. */
  public MaintenanceLoop(Maintenance maintenance, NodeOptions options, RuntimeClock clock) {
    this.loops =
        List.of(
            new PeriodicLoop(
                "retention",
                clock,
                () -> {
                  maintenance.preparePartitions();
                  options.retention().ifPresent(maintenance::deleteFinished);
                  return Duration.ofHours(1);
                }),
            new PeriodicLoop(
                "audit",
                clock,
                () -> {
                  clock.sleep(options.audit());
                  Map<String, Integer> found = maintenance.audit();
                  if (!found.isEmpty()) {
                    LOG.log(
                        Level.ERROR,
                        "the audit repaired executions that nothing would have woken: " + found);
                  }
                  return Duration.ZERO;
                }));
  }

  @Override
  public void close() {
    loops.forEach(PeriodicLoop::close);
  }
}
