package dev.pawl.engine.node.live;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.StepId;
import dev.pawl.engine.run.ChildFlow;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.Breaker;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.Disposition.Continue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Decides whether an execution without work on this node parks, and what it waits for. */
final class ParkDecision {

  /** An execution with a timer due within this time stays in memory. */
  static final Duration MIN_PARK_TIME = Duration.ofSeconds(1);

  private final Set<String> waitKinds = new TreeSet<>();
  private Optional<Instant> wakeAt = Optional.empty();
  private boolean isBusy;
  private boolean expectsAnswerSoon;

  private ParkDecision() {}

  /**
   * Decides between {@link Disposition.Continue} and {@link Disposition.Park}.
   *
   * @param messages the number of the last message read
   * @param lastAt when the last fact was applied
   */
  static Disposition decide(
      Execution execution, OpenCalls calls, int messages, Instant lastAt, Instant now) {
    ParkDecision decision = new ParkDecision();
    for (Command command : OutstandingCommands.of(execution)) {
      decision.consider(command, calls);
    }
    List<Awaited> awaited = calls.awaited();
    for (Awaited call : awaited) {
      call.timeout().ifPresent(decision::wakeBy);
      call.heartbeat().ifPresent(decision::wakeBy);
    }
    boolean isTimerDueSoon =
        decision.wakeAt.filter(at -> at.isBefore(now.plus(MIN_PARK_TIME))).isPresent();
    // Children often end one after the other and workers often answer quickly: staying in memory
    // is cheaper than being claimed again for each of them.
    boolean isAnswerLikely = decision.expectsAnswerSoon && now.isBefore(lastAt.plus(MIN_PARK_TIME));
    if (decision.isBusy || isTimerDueSoon || isAnswerLikely) {
      return Continue.CONTINUE;
    }
    return new Disposition.Park(
        messages,
        decision.wakeAt,
        new Disposition.WaitsFor(
            List.copyOf(decision.waitKinds), execution.isPaused(), Optional.empty()),
        awaited);
  }

  private void consider(Command command, OpenCalls calls) {
    switch (command) {
      case Command.Work work -> {
        AttemptKey attempt = AttemptKey.of(work);
        if (calls.isOffered(attempt)) {
          waitKinds.add("handler:" + work.call().resource());
          expectsAnswerSoon = true;
        } else if (calls.isAwaited(attempt)) {
          boolean isChild = ChildFlow.of(work).isPresent();
          waitKinds.add(isChild ? "child" : "callback");
          expectsAnswerSoon |= isChild;
        } else {
          // Released by the store, which paces all executions that wait for the breaker.
          calls
              .held(attempt)
              .ifPresentOrElse(
                  held -> waitKinds.add(Breaker.WAIT_KIND + held.downstream()),
                  () -> isBusy = true);
        }
      }
      case Command.StartChild child -> {
        waitKinds.add("child");
        expectsAnswerSoon = true;
      }
      case Command.SetTimer timer -> {
        if (!timer.step().equals(StepId.EXECUTION)) {
          waitKinds.add("timer");
        }
        wakeBy(timer.at());
      }
      case Command.AwaitEvent event -> waitKinds.add("event:" + event.name());
      case Command.OpenHumanTask human -> waitKinds.add("person");
      case Command.Abandon abandon -> {}
      case Command.Finish finish -> {}
    }
  }

  private void wakeBy(Instant at) {
    wakeAt = Optional.of(wakeAt.filter(known -> known.isBefore(at)).orElse(at));
  }
}
