package dev.pawl.engine.node;

import dev.pawl.engine.store.Upkeep;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Keeps the store in order, beside the work. */
final class Upkeeping implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Upkeeping.class.getName());

  private final List<Loop> loops;

  Upkeeping(Upkeep upkeep, NodeOptions options, RuntimeClock clock) {
    this.loops =
        List.of(
            new Loop(
                "room",
                clock,
                () -> {
                  upkeep.prepareRoom();
                  options.retention().ifPresent(upkeep::forget);
                  return Duration.ofHours(1);
                }),
            new Loop(
                "audit",
                clock,
                () -> {
                  clock.sleep(options.audit());
                  Map<String, Integer> found = upkeep.audit();
                  if (!found.isEmpty()) {
                    LOG.log(Level.ERROR, "executions that nothing would have woken: " + found);
                  }
                  return Duration.ZERO;
                }));
  }

  @Override
  public void close() {
    loops.forEach(Loop::close);
  }
}
