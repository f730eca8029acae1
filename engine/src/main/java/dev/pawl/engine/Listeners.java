package dev.pawl.engine;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** The steps of an execution that wait for events. */
final class Listeners {

  private record Listener(StepId step, long since) {}

  private Listeners() {}

  /** Finds the step that has waited longest for events with that name. */
  static Optional<StepId> first(Frame root, String event) {
    return all(root, event).min(Comparator.comparingLong(Listener::since)).map(Listener::step);
  }

  private static Stream<Listener> all(Frame frame, String event) {
    return switch (frame.activity()) {
      case Activity.Listening listening when listening.event().equals(event) ->
          Stream.of(new Listener(frame.step(), listening.since()));
      case Activity.Forked(ForkState fork) ->
          fork.slots().stream()
              .flatMap(
                  slot ->
                      slot instanceof ForkState.Slot.Local(Frame child)
                          ? all(child, event)
                          : Stream.empty());
      default -> Stream.empty();
    };
  }
}
