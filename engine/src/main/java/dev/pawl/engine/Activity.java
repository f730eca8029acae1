package dev.pawl.engine;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The current activity of a frame at its state. */
public sealed interface Activity {

  /** Ready to start an attempt; lasts only while the execution is paused. */
  enum Ready implements Activity {
    READY
  }

  /** Waiting for the outcome of work outside the interpreter. */
  record Working(Command.OfStep command) implements Activity {}

  /** Waiting until a time. */
  record Sleeping(Instant until) implements Activity {}

  /** Waiting for the next attempt, which starts at that time. */
  record BackingOff(Instant until) implements Activity {}

  /**
   * Waiting for an event.
   *
   * @param since number of the fact that started the wait; the longest wait gets an event first
   */
  record Listening(String event, Optional<Instant> until, long since) implements Activity {}

  /** Waiting for a person. */
  record AwaitingPerson(Command.OpenHumanTask task, Optional<Instant> until) implements Activity {}

  /** Waiting for child frames. */
  record Forked(ForkState fork) implements Activity {}

  /** The machine has ended; the parent frame still has other children. */
  record Ended(Outcome outcome) implements Activity {}

  /** Returns the commands that the runtime must execute for a frame with this activity. */
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
      case Activity.AwaitingPerson humanTask ->
          withTimer(humanTask.task(), step, attempt, humanTask.until());
      case Forked forked ->
          forked.fork().plan() instanceof ForkState.Plan.Items items
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
