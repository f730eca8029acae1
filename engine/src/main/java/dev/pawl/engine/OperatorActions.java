package dev.pawl.engine;

import dev.pawl.model.Machine;
import dev.pawl.model.State;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Optional;

/** Actions of operators and of people on a frame. */
final class OperatorActions {

  private final AdvanceContext turn;
  private final Transitions visits;

  OperatorActions(AdvanceContext turn, Transitions visits) {
    this.turn = turn;
    this.visits = visits;
  }

  /** Applies a person's action on a Human step: completed, failed, skipped or sent back. */
  Frame acted(Frame frame, Machine machine, Fact.HumanActed acted) {
    if (!(frame.activity() instanceof Activity.AwaitingPerson)
        || !(machine.state(frame.visit().state()) instanceof State.Human human)) {
      turn.ignore("this attempt is no longer awaited");
      return frame;
    }
    return switch (acted.action()) {
      case Fact.HumanActed.Action.Completed completed -> {
        Optional<String> next = human.outcomes().get(completed.outcome());
        if (next == null) {
          turn.ignore("'%s' is not an outcome of this step".formatted(completed.outcome()));
          yield frame;
        }
        JsonObject result =
            JsonObject.of("Outcome", Json.of(completed.outcome()))
                .with("By", Json.of(acted.by()))
                .with("Data", completed.data());
        yield visits.complete(frame, human, result, next.or(() -> human.header().next()));
      }
      case Fact.HumanActed.Action.Failed failed -> visits.recover(frame, human, failed.failure());
      case Fact.HumanActed.Action.Skipped skipped -> {
        if (!human.humanTask().optional()) {
          turn.ignore("this step is not optional");
          yield frame;
        }
        yield visits.skip(frame, human, frame.visit().input());
      }
      case Fact.HumanActed.Action.SentBack back -> {
        if (!human.humanTask().sendBack()) {
          turn.ignore("this step may not send back");
          yield frame;
        }
        yield rewind(frame, machine, back.to(), false);
      }
    };
  }

  /** Continues every frame that was ready while the execution was paused. */
  Frame resume(Frame frame, Machine machine) {
    if (!(frame.activity() instanceof Activity.Forked(ForkState fork))) {
      return visits.run(frame, machine);
    }
    State state = machine.state(frame.visit().state());
    Frame current = frame;
    for (int i = 0; i < fork.slots().size() && isStillForked(current, frame); i++) {
      ForkState.Slot slot = ((Activity.Forked) current.activity()).fork().slots().get(i);
      if (slot instanceof ForkState.Slot.Local(Frame child) && !child.isEnded()) {
        ForkState.Slot resumed =
            new ForkState.Slot.Local(resume(child, ForkChildren.machine(state, i)));
        current = visits.forks().childChanged(current, machine, i, resumed);
      }
    }
    return visits.run(
        isStillForked(current, frame) ? visits.forks().progress(current, machine) : current,
        machine);
  }

  /** Returns true if the frame is still at the same fork; a resumed child may have ended it. */
  private static boolean isStillForked(Frame current, Frame before) {
    return current.activity() instanceof Activity.Forked
        && current.visit().number() == before.visit().number();
  }

  /** Skips the current step of a frame and sets its output. */
  Frame skip(Frame frame, Machine machine, Json output) {
    State state = machine.state(frame.visit().state());
    if (state instanceof State.Choice) {
      turn.ignore("only an outcome says where to go from this step");
      return frame;
    }
    if (state instanceof State.Human human && human.mustBeDecided()) {
      turn.ignore(
          "this step is not optional and has the outcomes %s; decide it instead"
              .formatted(String.join(", ", human.outcomes().keySet())));
      return frame;
    }
    visits.forks().abandon(frame, machine);
    return visits.skip(frame, state, output);
  }

  /** Sends a frame back to an earlier step, which it enters as a new visit. */
  Frame rewind(Frame frame, Machine machine, Fact.Entry to, boolean compensate) {
    if (to.visit() < 1
        || to.visit() > frame.visits()
        || !machine.states().containsKey(to.state())) {
      turn.ignore("the frame never was at this step");
      return frame;
    }
    if (turn.saga.isUndoing()) {
      turn.ignore("steps are being compensated; send back when that is through");
      return frame;
    }
    visits.forks().cancel(frame, machine, StepStatus.ROLLED_BACK);
    turn.saga =
        turn.saga.undo(
            done -> isUndone(done.step(), frame.id(), to.visit()),
            compensate,
            Optional.of(frame.id()).filter(id -> compensate));
    return frame.withVariables(to.variables()).goTo(to.state(), to.input(), turn.now);
  }

  /**
   * Returns true if a step belongs to that or a later visit of the frame, or to a descendant of
   * such a visit.
   */
  static boolean isUndone(StepId step, FrameId frame, int visit) {
    if (step.frame().equals(frame)) {
      return step.visit() >= visit;
    }
    return step.frame().isWithin(frame)
        && step.frame().hops().get(frame.hops().size()).visit() >= visit;
  }
}
