package dev.pawl.server;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.testkit.conformance.Script;
import dev.pawl.worker.Task;
import dev.pawl.worker.TaskFailure;
import dev.pawl.worker.TaskHandler;
import dev.pawl.worker.Value;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** Does the tasks of recorded cases from afar, each as its case says. */
final class ScriptedHands implements TaskHandler {

  /** Finishes the steps that wait for their token, as anybody may who has it. */
  private final Api api;

  private final Map<String, Script> scripts = new ConcurrentHashMap<>();

  ScriptedHands(Api api) {
    this.api = api;
  }

  void play(String flow, Script script) {
    scripts.put(flow, script);
  }

  @Override
  public Value handle(Task task) throws TaskFailure, IOException, InterruptedException {
    Script script = scripts.get(task.flow());
    Json input = JsonText.parse(task.input().toString());
    return switch (script.answer(task.resource(), input, task.taskToken())) {
      case Script.Answer.Output(Json output) -> finish(task, output);
      case Script.Answer.Failed failed -> fail(task, failed);
      case Script.Answer.Silence() -> hang(task);
    };
  }

  private Value finish(Task task, Json output) throws IOException, InterruptedException {
    if (task.taskToken().isPresent()) {
      tell(task, "success", JsonObject.of("output", output));
    }
    return Value.parse(output.toString());
  }

  private Value fail(Task task, Script.Answer.Failed how)
      throws TaskFailure, IOException, InterruptedException {
    String error = how.error().orElse("");
    String cause = how.cause().orElse("");
    if (task.taskToken().isPresent()) {
      tell(task, "failure", JsonObject.of("error", Json.of(error)).with("cause", Json.of(cause)));
      return Value.of(null);
    }
    throw new TaskFailure(error, cause);
  }

  /** What waits for its token was told to somebody who never calls. */
  private static Value hang(Task task) throws InterruptedException {
    if (task.taskToken().isEmpty()) {
      new CountDownLatch(1).await();
    }
    return Value.of(null);
  }

  private void tell(Task task, String what, Json body) throws IOException, InterruptedException {
    String path = "/api/workers/" + task.taskToken().orElseThrow() + "/" + what;
    Api.Answer answer = api.post(path, body.toString());
    if (answer.status() != 200) {
      throw new IOException(answer.toString());
    }
  }
}
