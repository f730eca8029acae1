package dev.pawl.engine.store;

import dev.pawl.engine.Failure;
import dev.pawl.engine.Outcome;
import dev.pawl.model.json.JsonSyntaxException;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The mocks of a test execution.
 *
 * @param mocks the outcomes by the name of a state or a resource: one for each call, the last one
 *     for all further calls
 */
public record TestRun(Map<String, List<Outcome>> mocks) {

  /** A test without mocks. */
  public static final TestRun REAL = new TestRun(Map.of());

  private static final Set<String> RESULT = Set.of("result");
  private static final Set<String> ERROR = Set.of("error");
  private static final Set<String> ERROR_WITH_CAUSE = Set.of("error", "cause");

  public TestRun {
    Map<String, List<Outcome>> copied = new LinkedHashMap<>();
    mocks.forEach((name, answers) -> copied.put(name, checked(name, answers)));
    mocks = Collections.unmodifiableMap(copied);
  }

  private static List<Outcome> checked(String name, List<Outcome> answers) {
    if (answers.isEmpty()) {
      throw new IllegalArgumentException("'%s' has no answer".formatted(name));
    }
    for (Outcome answer : answers) {
      if (answer instanceof Outcome.Failed(Failure failure) && failure.error().isEmpty()) {
        throw new IllegalArgumentException("an error of '%s' has no name".formatted(name));
      }
    }
    return List.copyOf(answers);
  }

  /**
   * Returns the outcome of a mocked call.
   *
   * @param name a mocked name
   * @param previousCalls the number of calls with this name before
   */
  public Outcome outcome(String name, int previousCalls) {
    List<Outcome> answers = Objects.requireNonNull(mocks.get(name));
    return answers.get(Math.min(previousCalls, answers.size() - 1));
  }

  /**
   * Parses the text that {@link #toString} writes.
   *
   * @throws IllegalArgumentException if the text is not valid
   */
  public static TestRun parse(String text) {
    try {
      return read(JsonText.parse(text));
    } catch (JsonSyntaxException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /**
   * Reads mocks as users write them: by name {@code {"result": ...}} or {@code {"error": ...,
   * "cause": ...}}, or a list of these.
   *
   * @throws IllegalArgumentException if the JSON has another form
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
    List<Outcome> answers = new ArrayList<>();
    all.forEach(one -> answers.add(answer(name, one)));
    return answers;
  }

  private static Outcome answer(String name, Json written) {
    Set<String> said = written instanceof JsonObject object ? object.members().keySet() : Set.of();
    if (!said.equals(RESULT) && !said.equals(ERROR) && !said.equals(ERROR_WITH_CAUSE)) {
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

  /** Writes the mocks as text for {@link #parse}. */
  @Override
  public String toString() {
    JsonObject.Builder written = JsonObject.builder();
    mocks.forEach(
        (name, answers) ->
            written.put(name, JsonArray.of(answers.stream().map(TestRun::toJson).toList())));
    return written.build().toString();
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
