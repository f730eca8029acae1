package dev.pawl.engine;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What a frame is doing at the state it is at. */
public sealed interface Activity {

  /** About to begin an attempt; stays so only while the execution is paused. */
  enum Ready implements Activity {
    READY
  }

  /** Something outside is at work and will answer. */
  record Working(Command.OfStep command) implements Activity {}

  /** A Wait until a time. */
  record Sleeping(Instant until) implements Activity {}

  /** The next attempt begins at that time. */
  record BackingOff(Instant until) implements Activity {}

  /**
   * A Wait until an event.
   *
   * @param since the fact that began it; who waits longest is served first
   */
  record Listening(String event, Optional<Instant> until, long since) implements Activity {}

  /** A person is at it. */
  record AtDesk(Command.OpenHumanTask task, Optional<Instant> until) implements Activity {}

  /** Child frames are running. */
  record Forked(Fork fork) implements Activity {}

  /** The machine has ended; its parent has yet to hear the rest. */
  record Ended(Outcome outcome) implements Activity {}

  /** What must be asked of the runtime for a frame that does this. */
  default List<Command> commands(Frame frame) {
    StepId step = frame.step();
    int attempt = frame.visit().attempt();
    return switch (this) {
      case Ready ready -> List.of();
      case Working working -> List.of(working.command());
      case Sleeping sleeping -> List.of(new Command.SetTimer(step, attempt, sleeping.until()));
      case BackingOff delay -> List.of(new Command.SetTimer(step, attempt, delay.until()));
      case Listening listening ->
          withTimer(
              new Command.AwaitEvent(step, listening.event()), step, attempt, listening.until());
      case AtDesk desk -> withTimer(desk.task(), step, attempt, desk.until());
      case Forked forked ->
          forked.fork().plan() instanceof Fork.Plan.Items items
              ? items.reading().<List<Command>>map(List::of).orElse(List.of())
              : List.of();
      case Ended ended -> List.of();
    };
  }

  private static List<Command> withTimer(
      Command first, StepId step, int attempt, Optional<Instant> until) {
    return until.isEmpty()
        ? List.of(first)
        : List.of(first, new Command.SetTimer(step, attempt, until.get()));
  }
}
