package dev.pawl.engine.node;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Outstanding;
import dev.pawl.engine.StepId;
import dev.pawl.engine.run.ChildFlow;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.Fate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Whether an execution that has nothing to do on this node can leave its memory. */
final class Parking {

  /** What is due this soon is not worth leaving for. */
  static final Duration SOON = Duration.ofSeconds(1);

  private final Set<String> kinds = new TreeSet<>();
  private Optional<Instant> wakeAt = Optional.empty();
  private boolean isBusy;
  private boolean mayHearSoon;

  private Parking() {}

  /**
   * @param since when something last happened to it
   */
  static Fate decide(
      Execution execution, OpenCalls calls, int letters, Instant since, Instant now) {
    Parking parking = new Parking();
    for (Command command : Outstanding.of(execution)) {
      parking.consider(command, calls);
    }
    List<Awaited> awaited = calls.awaited();
    for (Awaited call : awaited) {
      call.timeout().ifPresent(parking::wakeBy);
      call.heartbeat().ifPresent(parking::wakeBy);
    }
    boolean soon = parking.wakeAt.filter(at -> at.isBefore(now.plus(SOON))).isPresent();
    // Children tend to end one after the other, and workers to answer soon: coming back for each
    // of them costs more.
    boolean lingers = parking.mayHearSoon && now.isBefore(since.plus(SOON));
    if (parking.isBusy || soon || lingers) {
      return Fate.GoesOn.GOES_ON;
    }
    return new Fate.Parks(
        letters,
        parking.wakeAt,
        new Fate.WaitsFor(List.copyOf(parking.kinds), execution.isPaused(), Optional.empty()),
        awaited);
  }

  private void consider(Command command, OpenCalls calls) {
    switch (command) {
      case Command.Work work -> {
        Attempt attempt = Attempt.of(work);
        if (calls.isOffered(attempt)) {
          kinds.add("handler:" + work.call().resource());
          mayHearSoon = true;
        } else if (calls.isAwaited(attempt)) {
          boolean isChild = ChildFlow.of(work).isPresent();
          kinds.add(isChild ? "child" : "callback");
          mayHearSoon |= isChild;
        } else {
          isBusy = true;
        }
      }
      case Command.StartChild child -> {
        kinds.add("child");
        mayHearSoon = true;
      }
      case Command.SetTimer timer -> {
        if (!timer.step().equals(StepId.EXECUTION)) {
          kinds.add("timer");
        }
        wakeBy(timer.at());
      }
      case Command.AwaitEvent event -> kinds.add("event:" + event.name());
      case Command.OpenHumanTask human -> kinds.add("person");
      case Command.Abandon abandon -> {}
      case Command.Finish finish -> {}
    }
  }

  private void wakeBy(Instant at) {
    wakeAt = Optional.of(wakeAt.filter(known -> known.isBefore(at)).orElse(at));
  }
}
