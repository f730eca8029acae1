package dev.pawl.cli.remote.worker;

import dev.pawl.sdk.CallOrigin;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;

/** Prints the result of each task as one line of JSON, and delegates the work to a handler. */
record TaskLines(CommandHandler handler, PrintWriter out) implements Handler {

  @Override
  public Json handle(HandlerCall task) throws HandlerException, InterruptedException, IOException {
    try {
      Json output = handler.handle(task);
      print(taskJson(task, "SUCCEEDED").with("output", output));
      return output;
    } catch (HandlerException printFailure) {
      printFailure(task, printFailure.error(), printFailure);
      throw printFailure;
    } catch (IOException printFailure) {
      printFailure(task, printFailure.getClass().getSimpleName(), printFailure);
      throw printFailure;
    }
  }

  private void printFailure(HandlerCall task, String error, Exception cause) {
    print(
        taskJson(task, "FAILED")
            .with("error", Json.of(error))
            .with("cause", Json.of(String.valueOf(cause.getMessage()))));
  }

  private static JsonObject taskJson(HandlerCall task, String status) {
    CallOrigin origin = task.origin();
    return JsonObject.builder()
        .put("execution", Json.of(origin.execution()))
        .put("flow", Json.of(origin.flow()))
        .put("step", Json.of(origin.step()))
        .put("attempt", Json.of(task.attempt()))
        .put("status", Json.of(status))
        .build();
  }

  private void print(JsonObject line) {
    // A single write, because several tasks may end at the same time.
    out.write(line + "\n");
    out.flush();
  }
}
