package dev.pawl.cli.durable;

import dev.pawl.cli.run.ScenarioPorts;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Failure;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.run.HandlerInvocations;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.CallOrigin;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import java.util.function.Supplier;

/** Answers task tokens with the results of handlers of the run. */
final class TokenAnswers {

  private final ScenarioPorts scenario;
  private final Supplier<ExecutionControl> control;

  /**
   * Creates the answers of a run.
   *
   * @param control supplies the control of the node, once it has started
   */
  TokenAnswers(ScenarioPorts scenario, Supplier<ExecutionControl> control) {
    this.scenario = scenario;
    this.control = control;
  }

  /** Returns a handler that also completes the step by its task token, if the call has one. */
  Handler sending(Handler handler) {
    return call -> {
      Json result = handler.handle(call);
      call.taskToken()
          .ifPresent(
              token -> control.get().succeed(TenantId.DEFAULT, TaskToken.parse(token), result));
      return result;
    };
  }

  /**
   * Answers the open task tokens of an execution that an earlier program has left. The engine does
   * not repeat their calls, because it expects the answer from another program.
   */
  void answerOpen(Execution execution) throws InterruptedException {
    for (Command command : OutstandingCommands.of(execution)) {
      if (command instanceof Command.RunTask task
          && task.call().token().isPresent()
          && scenario.has(task.call().resource())) {
        answer(
            TaskToken.parse(task.call().token().get()),
            scenario.find(task.call().resource()).orElseThrow(),
            HandlerInvocations.handlerCall(
                scenario, execution.id(), CallOrigin.UNKNOWN, task, CallServices.NONE));
      }
    }
  }

  private void answer(TaskToken token, Handler handler, HandlerCall call)
      throws InterruptedException {
    try {
      sending(handler).handle(call);
    } catch (InterruptedException e) {
      throw e;
    } catch (HandlerException e) {
      control
          .get()
          .fail(TenantId.DEFAULT, token, Failure.of(e.error(), String.valueOf(e.getMessage())));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
