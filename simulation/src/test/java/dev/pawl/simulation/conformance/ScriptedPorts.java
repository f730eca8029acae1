package dev.pawl.simulation.conformance;

import dev.pawl.engine.Failure;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.run.DeferredResultException;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.engine.run.InMemoryEngine;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.time.Duration;
import java.util.Optional;

/** Handlers and files that behave as a case says. */
final class ScriptedPorts implements ExecutionPorts {

  private final TaskScript script;
  private Optional<InMemoryEngine> engine = Optional.empty();

  ScriptedPorts(TaskScript script) {
    this.script = script;
  }

  void attach(InMemoryEngine running) {
    engine = Optional.of(running);
  }

  @Override
  public Optional<Handler> handler(String resource) {
    return script.resources().contains(resource) ? Optional.of(this::handle) : Optional.empty();
  }

  private Json handle(HandlerCall call) throws HandlerException {
    return switch (script.answer(call.resource(), call.input(), call.taskToken())) {
      case TaskScript.ScriptedResponse.Output(Json output) -> finish(call, output);
      case TaskScript.ScriptedResponse.Failed failed -> fail(call, failed);
      case TaskScript.ScriptedResponse.Silence() -> throw new DeferredResultException();
    };
  }

  private Json finish(HandlerCall call, Json output) {
    call.taskToken()
        .ifPresent(token -> later(() -> engine().succeed(TaskToken.parse(token), output)));
    return output;
  }

  private Json fail(HandlerCall call, TaskScript.ScriptedResponse.Failed how)
      throws HandlerException {
    if (call.taskToken().isPresent()) {
      TaskToken token = TaskToken.parse(call.taskToken().get());
      later(() -> engine().fail(token, new Failure(how.error(), how.cause())));
      return JsonNull.NULL;
    }
    throw new HandlerException(how.error().orElse(""), how.cause().orElse(""));
  }

  private void later(Runnable work) {
    engine().after(Duration.ofMillis(1), work);
  }

  private InMemoryEngine engine() {
    return engine.orElseThrow();
  }
}
