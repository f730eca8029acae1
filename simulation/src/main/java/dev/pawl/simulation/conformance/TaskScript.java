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
  public sealed interface Answer {

    record Output(Json value) implements Answer {}

    record Failed(Optional<String> error, Optional<String> cause) implements Answer {}

    record Silence() implements Answer {}
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
  public synchronized Answer answer(String resource, Json input, Optional<String> token) {
    if (resource.equals(READER)) {
      return read(input);
    }
    JsonObject task = (JsonObject) tasks.get(resource).orElseThrow();
    calls.merge(resource, 1, Integer::sum);
    return switch (RecordedCases.text(task, "kind")) {
      case "echo" -> new Answer.Output(input);
      case "fail" -> failed(task);
      case "hang" -> new Answer.Silence();
      case "script" -> scripted(task, input, token);
      default -> throw new IllegalArgumentException("unknown kind of task: " + task);
    };
  }

  private Answer read(Json input) {
    for (Json object : objects) {
      if (object.get("Bucket").equals(input.get("Bucket"))
          && object.get("Key").equals(input.get("Key"))) {
        return new Answer.Output(object.get("Body").orElseThrow());
      }
    }
    return new Answer.Failed(Optional.of("NoSuchKey"), Optional.of("there is no such object"));
  }

  private Answer scripted(JsonObject task, Json input, Optional<String> token) {
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

  private static Answer play(JsonObject entry) {
    if (entry.has("hang")) {
      return new Answer.Silence();
    }
    return entry.get("output").<Answer>map(Answer.Output::new).orElseGet(() -> failed(entry));
  }

  private static Answer failed(JsonObject how) {
    return new Answer.Failed(text(how, "error"), text(how, "cause"));
  }

  private static Optional<String> text(JsonObject how, String name) {
    return how.get(name).filter(value -> value != JsonNull.NULL).map(Json::asText);
  }
}
