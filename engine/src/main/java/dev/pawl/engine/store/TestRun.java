package dev.pawl.engine.store;

import dev.pawl.engine.Failure;
import dev.pawl.engine.Outcome;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * That an execution is a test, and what those of its Tasks would answer that are not really done.
 *
 * @param mocks answers, by the name of a state or of a resource: one for each attempt of a step,
 *     the last of them for all further ones
 */
public record TestRun(Map<String, List<Outcome>> mocks) {

  /** Nothing is pretended. */
  public static final TestRun REAL = new TestRun(Map.of());

  private static final Set<String> WORDS = Set.of("result", "error", "cause");

  public TestRun {
    Map<String, List<Outcome>> copied = new LinkedHashMap<>();
    mocks.forEach((name, answers) -> copied.put(name, List.copyOf(answers)));
    mocks = Collections.unmodifiableMap(copied);
  }

  /** What is pretended of an attempt to do what a state, as far as it is one, asks a resource. */
  public Optional<Outcome> answer(Optional<String> state, String resource, int attempt) {
    return state
        .map(mocks::get)
        .or(() -> Optional.ofNullable(mocks.get(resource)))
        .map(answers -> answers.get(Math.min(attempt, answers.size()) - 1));
  }

  /**
   * As people write it: by name {@code {"result": ...}} or {@code {"error": ..., "cause": ...}}, or
   * a list of such.
   *
   * @throws IllegalArgumentException if it says something else
   */
  public static TestRun read(Json written) {
    if (!(written instanceof JsonObject named)) {
      throw new IllegalArgumentException("it is an object with an answer for each name");
    }
    Map<String, List<Outcome>> mocks = new LinkedHashMap<>();
    named.members().forEach((name, answers) -> mocks.put(name, answers(name, answers)));
    return new TestRun(mocks);
  }

  private static List<Outcome> answers(String name, Json written) {
    List<Json> all = written instanceof JsonArray array ? array.elements() : List.of(written);
    if (all.isEmpty()) {
      throw new IllegalArgumentException("'%s' has no answer".formatted(name));
    }
    List<Outcome> answers = new ArrayList<>();
    all.forEach(one -> answers.add(answer(name, one)));
    return answers;
  }

  private static Outcome answer(String name, Json written) {
    Set<String> said = written instanceof JsonObject object ? object.members().keySet() : Set.of();
    if (!WORDS.containsAll(said) || said.contains("result") == said.contains("error")) {
      throw new IllegalArgumentException(
          "the answer of '%s' is {\"result\": ...} or {\"error\": \"...\", \"cause\": \"...\"}"
              .formatted(name));
    }
    return written
        .get("result")
        .<Outcome>map(Outcome.Succeeded::new)
        .orElseGet(
            () ->
                new Outcome.Failed(
                    new Failure(text(name, written, "error"), text(name, written, "cause"))));
  }

  private static Optional<String> text(String name, Json answer, String word) {
    Optional<Json> said = answer.get(word);
    if (said.isPresent() && !(said.get() instanceof JsonString)) {
      throw new IllegalArgumentException("the %s of '%s' is text".formatted(word, name));
    }
    return said.map(Json::asText);
  }

  /** What {@link #read} reads. */
  public Json toJson() {
    JsonObject.Builder written = JsonObject.builder();
    mocks.forEach(
        (name, answers) ->
            written.put(name, JsonArray.of(answers.stream().map(TestRun::toJson).toList())));
    return written.build();
  }

  private static Json toJson(Outcome answer) {
    return switch (answer) {
      case Outcome.Succeeded done -> JsonObject.of("result", done.output());
      case Outcome.Failed(Failure failure) -> {
        JsonObject.Builder written = JsonObject.builder();
        failure.error().ifPresent(error -> written.put("error", Json.of(error)));
        failure.cause().ifPresent(cause -> written.put("cause", Json.of(cause)));
        yield written.build();
      }
    };
  }
}
