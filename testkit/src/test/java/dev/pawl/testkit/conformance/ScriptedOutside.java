package dev.pawl.testkit.conformance;

import dev.pawl.engine.Command;
import dev.pawl.engine.Failure;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.run.Hanging;
import dev.pawl.engine.run.InMemoryEngine;
import dev.pawl.engine.run.Outside;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Handlers and files that behave as a case says. */
final class ScriptedOutside implements Outside {

  private final Json tasks;
  private final Json objects;
  private final Map<String, Integer> calls = new HashMap<>();
  private final Map<List<Json>, Integer> played = new HashMap<>();
  private Optional<InMemoryEngine> engine = Optional.empty();

  ScriptedOutside(JsonObject conformanceCase) {
    this.tasks = conformanceCase.get("tasks").orElse(JsonObject.EMPTY);
    this.objects = conformanceCase.get("objects").orElse(JsonArray.EMPTY);
  }

  void attach(InMemoryEngine running) {
    engine = Optional.of(running);
  }

  Map<String, Integer> calls() {
    return calls;
  }

  @Override
  public Optional<Handler> handler(String resource) {
    return tasks.get(resource).map(task -> call -> answer((JsonObject) task, call));
  }

  private Json answer(JsonObject task, HandlerCall call) throws HandlerException {
    calls.merge(call.resource(), 1, Integer::sum);
    return switch (task.get("kind").orElseThrow().asText()) {
      case "echo" -> finish(call, call.input());
      case "fail" -> fail(call, task);
      case "hang" -> throw new Hanging();
      case "script" -> scripted(task, call);
      default -> throw new IllegalArgumentException("unknown kind of task: " + task);
    };
  }

  private Json scripted(JsonObject task, HandlerCall call) throws HandlerException {
    List<Json> script = ((JsonArray) task.get("calls").orElseThrow()).elements();
    List<Json> meant =
        script.stream()
            .filter(entry -> entry.get("input").isPresent())
            .filter(entry -> isFor(entry, call))
            .toList();
    if (meant.isEmpty()) {
      meant = script.stream().filter(entry -> entry.get("input").isEmpty()).toList();
    }
    int index = played.merge(meant, 1, Integer::sum) - 1;
    if (index >= meant.size()) {
      throw new IllegalStateException("no answer is scripted for " + call.input());
    }
    return play((JsonObject) meant.get(index), call);
  }

  /** In a recorded input, a token is just some text. */
  private static boolean isFor(Json entry, HandlerCall call) {
    String input = call.input().toString();
    String neutral =
        call.taskToken().map(token -> input.replace(token, "a_task_token")).orElse(input);
    return Matching.difference("", entry.get("input").orElseThrow(), JsonText.parse(neutral))
        .isEmpty();
  }

  private Json play(JsonObject entry, HandlerCall call) throws HandlerException {
    if (entry.has("hang")) {
      throw new Hanging();
    }
    if (entry.has("output")) {
      return finish(call, entry.get("output").orElseThrow());
    }
    return fail(call, entry);
  }

  private Json finish(HandlerCall call, Json output) {
    call.taskToken()
        .ifPresent(token -> later(() -> engine().succeed(TaskToken.parse(token), output)));
    return output;
  }

  private Json fail(HandlerCall call, JsonObject how) throws HandlerException {
    Optional<String> error = text(how, "error");
    Optional<String> cause = text(how, "cause");
    if (call.taskToken().isPresent()) {
      TaskToken token = TaskToken.parse(call.taskToken().get());
      later(() -> engine().fail(token, new Failure(error, cause)));
      return JsonNull.NULL;
    }
    throw new HandlerException(error.orElse(""), cause.orElse(""));
  }

  private static Optional<String> text(JsonObject how, String name) {
    return how.get(name).filter(value -> value != JsonNull.NULL).map(Json::asText);
  }

  private void later(Runnable work) {
    engine().after(Duration.ofMillis(1), work);
  }

  private InMemoryEngine engine() {
    return engine.orElseThrow();
  }

  @Override
  public String readItems(Command.Source source) throws HandlerException {
    for (Json object : (JsonArray) objects) {
      boolean bucket = object.get("Bucket").equals(source.arguments().get("Bucket"));
      if (bucket && object.get("Key").equals(source.arguments().get("Key"))) {
        return object.get("Body").orElseThrow().asText();
      }
    }
    throw new HandlerException("States.ItemReaderFailed", "there is no such object");
  }
}
