package dev.pawl.engine;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The times of the next attempts of steps that wait for a retry. */
public final class NextAttempts {

  private final Map<StepId, Instant> times = new HashMap<>();

  private NextAttempts() {}

  public static NextAttempts of(Execution execution) {
    NextAttempts next = new NextAttempts();
    if (!execution.status().isTerminal()) {
      if (execution.ending().isEmpty()) {
        execution.root().ifPresent(next::collect);
      }
      execution.undoing().ifPresent(next::collect);
      execution.openEndTask().ifPresent(next::collect);
    }
    return next;
  }

  private void collect(Frame frame) {
    switch (frame.activity()) {
      case Activity.BackingOff delay -> times.put(frame.step(), delay.until());
      case Activity.Forked forked -> {
        for (ForkState.Slot slot : forked.fork().slots()) {
          if (slot instanceof ForkState.Slot.Local local) {
            collect(local.frame());
          }
        }
      }
      default -> {}
    }
  }

  /** Returns the time of the next attempt; empty unless the step waits for a retry. */
  public Optional<Instant> at(StepId step) {
    return Optional.ofNullable(times.get(step));
  }
}
