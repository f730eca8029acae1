package dev.pawl.simulation.conformance;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The scripted answers of the tasks of a case, in call order. */
public final class TaskScript {

  /** The resource that reads the files of a case. */
  private static final String READER = "test:getObject";

  private final JsonObject tasks;
  private final JsonArray objects;
  private final Map<String, Integer> calls = new HashMap<>();
  private final Map<List<Json>, Integer> played = new HashMap<>();

  public TaskScript(JsonObject conformanceCase) {
    this.tasks = (JsonObject) conformanceCase.get("tasks").orElse(JsonObject.EMPTY);
    this.objects = (JsonArray) conformanceCase.get("objects").orElse(JsonArray.EMPTY);
  }

  /** The result of a call. */
  public sealed interface ScriptedResponse {

    record Output(Json value) implements ScriptedResponse {}

    record Failed(Optional<String> error, Optional<String> cause) implements ScriptedResponse {}

    record Silence() implements ScriptedResponse {}
  }

  public Set<String> resources() {
    Set<String> resources = new LinkedHashSet<>(tasks.members().keySet());
    if (!objects.elements().isEmpty()) {
      resources.add(READER);
    }
    return resources;
  }

  /** Returns the number of calls of each resource. */
  public synchronized Map<String, Integer> calls() {
    return Map.copyOf(calls);
  }

  /**
   * Returns the next answer of a resource.
   *
   * @param token the task token that completes the step, where the flow waits for one
   */
  public synchronized ScriptedResponse answer(String resource, Json input, Optional<String> token) {
    if (resource.equals(READER)) {
      return read(input);
    }
    JsonObject task = (JsonObject) tasks.get(resource).orElseThrow();
    calls.merge(resource, 1, Integer::sum);
    return switch (RecordedCases.text(task, "kind")) {
      case "echo" -> new ScriptedResponse.Output(input);
      case "fail" -> failed(task);
      case "hang" -> new ScriptedResponse.Silence();
      case "script" -> scripted(task, input, token);
      default -> throw new IllegalArgumentException("unknown kind of task: " + task);
    };
  }

  private ScriptedResponse read(Json input) {
    for (Json object : objects) {
      if (object.get("Bucket").equals(input.get("Bucket"))
          && object.get("Key").equals(input.get("Key"))) {
        return new ScriptedResponse.Output(object.get("Body").orElseThrow());
      }
    }
    return new ScriptedResponse.Failed(
        Optional.of("NoSuchKey"), Optional.of("there is no such object"));
  }

  private ScriptedResponse scripted(JsonObject task, Json input, Optional<String> token) {
    List<Json> script = ((JsonArray) task.get("calls").orElseThrow()).elements();
    List<Json> meant =
        script.stream()
            .filter(entry -> entry.get("input").isPresent())
            .filter(entry -> isFor(entry, input, token))
            .toList();
    if (meant.isEmpty()) {
      meant = script.stream().filter(entry -> entry.get("input").isEmpty()).toList();
    }
    int index = played.merge(meant, 1, Integer::sum) - 1;
    if (index >= meant.size()) {
      throw new IllegalStateException("no answer is scripted for " + input);
    }
    return play((JsonObject) meant.get(index));
  }

  /** Compares an input with a recorded one, in which a task token is any text. */
  private static boolean isFor(Json entry, Json input, Optional<String> token) {
    String text = input.toString();
    String neutral = token.map(secret -> text.replace(secret, "a_task_token")).orElse(text);
    return JsonMatcher.difference("", entry.get("input").orElseThrow(), JsonText.parse(neutral))
        .isEmpty();
  }

  private static ScriptedResponse play(JsonObject entry) {
    if (entry.has("hang")) {
      return new ScriptedResponse.Silence();
    }
    return entry
        .get("output")
        .<ScriptedResponse>map(ScriptedResponse.Output::new)
        .orElseGet(() -> failed(entry));
  }

  private static ScriptedResponse failed(JsonObject how) {
    return new ScriptedResponse.Failed(text(how, "error"), text(how, "cause"));
  }

  private static Optional<String> text(JsonObject how, String name) {
    return how.get(name).filter(value -> value != JsonNull.NULL).map(Json::asText);
  }
}
