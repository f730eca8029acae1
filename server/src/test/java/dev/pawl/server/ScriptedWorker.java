package dev.pawl.server;

import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import dev.pawl.simulation.conformance.TaskScript;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** Remote worker that answers the tasks of recorded cases as scripted. */
final class ScriptedWorker implements Handler {

  /** Completes the steps that wait for their task token. */
  private final Api api;

  private final Map<String, TaskScript> scripts = new ConcurrentHashMap<>();

  ScriptedWorker(Api api) {
    this.api = api;
  }

  void play(String flow, TaskScript script) {
    scripts.put(flow, script);
  }

  @Override
  public Json handle(HandlerCall call) throws HandlerException, IOException, InterruptedException {
    TaskScript script = scripts.get(call.origin().flow());
    return switch (script.answer(call.resource(), call.input(), call.taskToken())) {
      case TaskScript.ScriptedResponse.Output(Json output) -> finish(call, output);
      case TaskScript.ScriptedResponse.Failed failed -> fail(call, failed);
      case TaskScript.ScriptedResponse.Silence() -> hang(call);
    };
  }

  private Json finish(HandlerCall call, Json output) throws IOException, InterruptedException {
    if (call.taskToken().isPresent()) {
      report(call, "success", JsonObject.of("output", output));
    }
    return output;
  }

  private Json fail(HandlerCall call, TaskScript.ScriptedResponse.Failed how)
      throws HandlerException, IOException, InterruptedException {
    String error = how.error().orElse("");
    String cause = how.cause().orElse("");
    if (call.taskToken().isPresent()) {
      report(call, "failure", JsonObject.of("error", Json.of(error)).with("cause", Json.of(cause)));
      return JsonNull.NULL;
    }
    throw new HandlerException(error, cause);
  }

  /** The task token of this step is never answered. */
  private static Json hang(HandlerCall call) throws InterruptedException {
    if (call.taskToken().isEmpty()) {
      new CountDownLatch(1).await();
    }
    return JsonNull.NULL;
  }

  private void report(HandlerCall call, String what, Json body)
      throws IOException, InterruptedException {
    String path = "/api/workers/" + call.taskToken().orElseThrow() + "/" + what;
    Api.Answer answer = api.post(path, body.toString());
    if (answer.status() != 200) {
      throw new IOException(answer.toString());
    }
  }
}
