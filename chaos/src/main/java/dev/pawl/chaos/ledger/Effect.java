package dev.pawl.chaos.ledger;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.Optional;

/**
 * One side effect: a handler reached the outside.
 *
 * @param run which run of a program it belongs to; children belong to the run of their parent
 * @param label which piece of work of the run it is; each piece is wanted once
 * @param key the idempotency key that the handler was given
 * @param adds what it is to add to the counter
 * @param token what finishes the step, where the handler leaves that to others
 */
public record Effect(
    String run,
    String label,
    String key,
    int attempt,
    long adds,
    String node,
    Instant at,
    Optional<String> token) {

  /** The execution it was done for. */
  public String execution() {
    return key.substring(0, key.indexOf('.'));
  }

  public String toText() {
    JsonObject json =
        JsonObject.of("run", Json.of(run))
            .with("label", Json.of(label))
            .with("key", Json.of(key))
            .with("attempt", JsonNumber.of(attempt))
            .with("adds", JsonNumber.of(adds))
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
        Long.parseLong(member(json, "adds")),
        member(json, "node"),
        at,
        json.get("token").map(Json::asText));
  }

  private static String member(Json json, String name) {
    return json.get(name).map(Json::asText).orElse("");
  }
}
