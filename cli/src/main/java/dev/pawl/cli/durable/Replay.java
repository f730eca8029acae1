package dev.pawl.cli.durable;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.run.Mocks;
import dev.pawl.cli.run.Plan;
import dev.pawl.cli.run.StepLog;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Outstanding;
import dev.pawl.engine.run.Calls;
import dev.pawl.model.Survey;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Brings the answers to where they were when the program was killed. */
final class Replay {

  private final Plan plan;
  private final Map<Place, String> resources = new HashMap<>();

  private record Place(String flow, String state, Survey.Purpose purpose) {}

  Replay(Plan plan) {
    this.plan = plan;
    for (FlowFile file : plan.files()) {
      Survey.of(file.flow().orElseThrow().machine())
          .uses()
          .forEach(
              use ->
                  resources.put(
                      new Place(file.code(), use.state().name(), use.purpose()), use.resource()));
    }
  }

  /** Answers that were given are not given again: the next call gets the next one. */
  void skipAnswers(StepLog log, Function<ExecutionId, String> flow) {
    for (StepLog.Entry entry : log.ended()) {
      boolean undoes = entry.step().id().frame().isWithin(FrameId.COMPENSATION);
      Place place =
          new Place(
              flow.apply(entry.execution()),
              entry.step().place().state(),
              undoes ? Survey.Purpose.UNDO : Survey.Purpose.WORK);
      Optional<String> resource = Optional.ofNullable(resources.get(place));
      boolean wasCalled =
          switch (entry.step().status()) {
            case SUCCEEDED, FAILED, PENDING -> true;
            case RUNNING, SKIPPED, CANCELLED, ROLLED_BACK, COMPENSATED -> false;
          };
      if (wasCalled) {
        resource.ifPresent(plan.scenario().answers()::skip);
      }
    }
  }

  /**
   * Calls that were made and whose answers come by token are not made again by the engine, since it
   * cannot know that the answer died with us.
   */
  void answerTokens(Execution execution, Mocks mocks) throws InterruptedException {
    for (Command command : Outstanding.of(execution)) {
      if (command instanceof Command.RunTask task
          && task.call().token().isPresent()
          && plan.scenario().answers().has(task.call().resource())) {
        call(
            mocks.find(task.call().resource()).orElseThrow(),
            Calls.handlerCall(execution.id(), task, HandlerCall.Heartbeat.NONE));
      }
    }
  }

  private static void call(Handler handler, HandlerCall call) throws InterruptedException {
    try {
      handler.handle(call);
    } catch (InterruptedException e) {
      throw e;
    } catch (HandlerException e) {
      // It did not fail when it was called; its answer will not come, and that will be told.
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
