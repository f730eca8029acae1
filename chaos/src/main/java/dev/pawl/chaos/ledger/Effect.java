package dev.pawl.chaos.ledger;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.Optional;

/**
 * One side effect of a handler.
 *
 * @param run the run of a program it belongs to; children belong to the run of their parent. Empty
 *     if the handler does not know it: then the label is the step within the execution
 * @param label the piece of work within the run; each must happen once
 * @param key the idempotency key that the handler got
 * @param result the result of the call, with which a task token is answered
 * @param token the task token that completes the step, if another party does
 */
public record Effect(
    String run,
    String label,
    String key,
    int attempt,
    Json result,
    String node,
    Instant at,
    Optional<String> token) {

  /** Returns the execution it was done for. */
  public String execution() {
    return key.substring(0, key.indexOf('.'));
  }

  /** Returns this effect for a run and a label in it. */
  public Effect located(String newRun, String newLabel) {
    return new Effect(newRun, newLabel, key, attempt, result, node, at, token);
  }

  public String toText() {
    JsonObject json =
        JsonObject.of("run", Json.of(run))
            .with("label", Json.of(label))
            .with("key", Json.of(key))
            .with("attempt", JsonNumber.of(attempt))
            .with("result", result)
            .with("node", Json.of(node));
    return token.map(secret -> json.with("token", Json.of(secret))).orElse(json).toString();
  }

  static Effect read(String text, Instant at) {
    Json json = JsonText.parse(text);
    return new Effect(
        member(json, "run"),
        member(json, "label"),
        member(json, "key"),
        Integer.parseInt(member(json, "attempt")),
        json.get("result").orElseThrow(),
        member(json, "node"),
        at,
        json.get("token").map(Json::asText));
  }

  private static String member(Json json, String name) {
    return json.get(name).map(Json::asText).orElse("");
  }
}
