package dev.pawl.engine;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** When the steps of an execution that wait for a retry are tried next. */
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
    }
    return next;
  }

  private void collect(Frame frame) {
    switch (frame.activity()) {
      case Activity.BackingOff delay -> times.put(frame.step(), delay.until());
      case Activity.Forked forked -> {
        for (Fork.Slot slot : forked.fork().slots()) {
          if (slot instanceof Fork.Slot.Local local) {
            collect(local.frame());
          }
        }
      }
      default -> {}
    }
  }

  /** Empty unless the step waits for a retry. */
  public Optional<Instant> at(StepId step) {
    return Optional.ofNullable(times.get(step));
  }
}
