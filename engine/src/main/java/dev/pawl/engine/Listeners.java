package dev.pawl.engine;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** Who waits for an event. */
final class Listeners {

  private record Listener(StepId step, long since) {}

  private Listeners() {}

  /** The step that has waited longest for events of that name. */
  static Optional<StepId> first(Frame root, String event) {
    return all(root, event).min(Comparator.comparingLong(Listener::since)).map(Listener::step);
  }

  private static Stream<Listener> all(Frame frame, String event) {
    return switch (frame.activity()) {
      case Activity.Listening listening when listening.event().equals(event) ->
          Stream.of(new Listener(frame.step(), listening.since()));
      case Activity.Forked(Fork fork) ->
          fork.slots().stream()
              .flatMap(
                  slot ->
                      slot instanceof Fork.Slot.Local(Frame child)
                          ? all(child, event)
                          : Stream.empty());
      default -> Stream.empty();
    };
  }
}
