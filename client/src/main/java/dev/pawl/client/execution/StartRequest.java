package dev.pawl.client.execution;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A request to start an execution. The methods return changed copies.
 *
 * @param flow the code or the id of the flow
 * @param json the body of the request
 * @param idempotencyKey starting again under the same key starts nothing and returns the first
 *     execution; if empty, the client makes a key for its own retries
 * @param isTest true to start a test, which lists and metrics leave out
 */
public record StartRequest(
    String flow, JsonObject json, Optional<String> idempotencyKey, boolean isTest) {

  private static final String MOCK_HANDLERS = "mockHandlers";

  /** Returns a request to start the active version with an empty input. */
  public static StartRequest of(String flow) {
    return new StartRequest(
        flow, JsonObject.of("input", JsonObject.EMPTY), Optional.empty(), false);
  }

  public StartRequest input(Json input) {
    return with("input", input);
  }

  /** Sets the input, a JSON text. */
  public StartRequest input(String json) {
    return input(Json.parse(json));
  }

  /** Sets the key by which people search for the execution; it need not be unique. */
  public StartRequest businessKey(String key) {
    return with("businessKey", Json.of(key));
  }

  /** Adds a label to search by. */
  public StartRequest label(String name, String value) {
    JsonObject labels =
        json.get("labels").orElse(JsonObject.EMPTY) instanceof JsonObject some
            ? some
            : JsonObject.EMPTY;
    return with("labels", labels.with(name, Json.of(value)));
  }

  /** Sets the version; the default is the active one, for tests the draft. */
  public StartRequest version(int version) {
    return with("version", Json.of(version));
  }

  /** Sets the priority: CRITICAL, HIGH, NORMAL or LOW; the default is that of the flow. */
  public StartRequest priority(String priority) {
    return with("priority", Json.of(priority));
  }

  public StartRequest idempotencyKey(String key) {
    return new StartRequest(flow, json, Optional.of(key), isTest);
  }

  /** Makes it a test, which runs the draft unless a version is set. */
  public StartRequest asTest() {
    return new StartRequest(flow, json, idempotencyKey, true);
  }

  /**
   * Makes it a test in which Tasks are not carried out but get these answers in turn, the last one
   * again and again.
   *
   * @param name the name of a state or of a resource
   * @param answers each {@code {result}} or {@code {error, cause?}}
   */
  public StartRequest mock(String name, List<? extends Json> answers) {
    JsonObject mocks =
        json.get(MOCK_HANDLERS).orElse(JsonObject.EMPTY) instanceof JsonObject some
            ? some
            : JsonObject.EMPTY;
    return with(MOCK_HANDLERS, mocks.with(name, JsonArray.of(answers))).asTest();
  }

  private StartRequest with(String member, Json value) {
    return new StartRequest(flow, json.with(member, value), idempotencyKey, isTest);
  }
}
