package dev.pawl.cli.remote;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.worker.Task;
import dev.pawl.worker.TaskFailure;
import dev.pawl.worker.TaskHandler;
import dev.pawl.worker.Value;
import java.io.IOException;
import java.io.PrintWriter;

/** Says in a line of JSON what came of each task that another does. */
record TaskLines(CommandHandler handler, PrintWriter out) implements TaskHandler {

  @Override
  public Object handle(Task task) throws TaskFailure, InterruptedException, IOException {
    try {
      Object output = handler.handle(task);
      say(
          about(task, "SUCCEEDED")
              .with(
                  "output",
                  output instanceof Value value
                      ? JsonText.parse(value.toString())
                      : Json.of(output.toString())));
      return output;
    } catch (TaskFailure failed) {
      failed(task, failed.error(), failed);
      throw failed;
    } catch (IOException failed) {
      failed(task, failed.getClass().getSimpleName(), failed);
      throw failed;
    }
  }

  private void failed(Task task, String error, Exception cause) {
    say(
        about(task, "FAILED")
            .with("error", Json.of(error))
            .with("cause", Json.of(String.valueOf(cause.getMessage()))));
  }

  private static JsonObject about(Task task, String status) {
    return JsonObject.builder()
        .put("execution", Json.of(task.execution()))
        .put("flow", Json.of(task.flow()))
        .put("step", Json.of(task.step()))
        .put("attempt", Json.of(task.attempt()))
        .put("status", Json.of(status))
        .build();
  }

  private void say(JsonObject line) {
    // In one piece: several tasks may end at once.
    out.write(line + "\n");
    out.flush();
  }
}
