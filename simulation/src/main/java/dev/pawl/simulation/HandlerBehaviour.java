package dev.pawl.simulation;

import dev.pawl.engine.Failure;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The behaviour of a handler, derived from the name of its resource: {@code ok}, {@code twice}
 * (answers two times), {@code fails:2:Boom} (fails twice, then succeeds), {@code breaks:Boom}
 * (always fails), {@code picky:Boom} (fails for some inputs), {@code hangs} (never answers), {@code
 * late} (answers after its timeout). The resource of a compensation is {@code undo:STATE:} followed
 * by one of these.
 *
 * @param failures how many attempts fail
 * @param picky true if only odd inputs fail
 */
public record HandlerBehaviour(BehaviourKind kind, int failures, boolean picky, String error) {

  /** When and how often a handler answers. */
  public enum BehaviourKind {
    ANSWERS,
    ANSWERS_TWICE,
    HANGS,
    ANSWERS_LATE
  }

  private static final Set<String> NAMES =
      Set.of("ok", "twice", "fails", "breaks", "picky", "hangs", "late", "undo");

  /** Returns true if the resource is one of a random flow, other than a reader. */
  public static boolean isNamedBy(String resource) {
    return NAMES.contains(resource.replace(".waitForTaskToken", "").split(":")[0]);
  }

  public static HandlerBehaviour of(String resource) {
    String name = resource.replace(".waitForTaskToken", "");
    String[] parts = (name.startsWith("undo:") ? afterState(name) : name).split(":");
    return switch (parts[0]) {
      case "twice" -> new HandlerBehaviour(BehaviourKind.ANSWERS_TWICE, 0, false, "");
      case "hangs" -> new HandlerBehaviour(BehaviourKind.HANGS, 0, false, "");
      case "late" -> new HandlerBehaviour(BehaviourKind.ANSWERS_LATE, 0, false, "");
      case "fails" ->
          new HandlerBehaviour(BehaviourKind.ANSWERS, Integer.parseInt(parts[1]), false, parts[2]);
      case "breaks" ->
          new HandlerBehaviour(BehaviourKind.ANSWERS, Integer.MAX_VALUE, false, parts[1]);
      case "picky" ->
          new HandlerBehaviour(BehaviourKind.ANSWERS, Integer.MAX_VALUE, true, parts[1]);
      default -> new HandlerBehaviour(BehaviourKind.ANSWERS, 0, false, "");
    };
  }

  private static String afterState(String name) {
    return name.substring(name.indexOf(':', "undo:".length()) + 1);
  }

  /** Returns true if every attempt exceeds its timeout. */
  public boolean timesOut() {
    return switch (kind) {
      case HANGS, ANSWERS_LATE -> true;
      case ANSWERS, ANSWERS_TWICE -> false;
    };
  }

  public boolean failsAt(int attempt, Json input) {
    return attempt <= failures && (!picky || n(input) % 2 == 1);
  }

  Failure failure() {
    return Failure.of(error, "told to fail");
  }

  /** Returns the output for an input; it is valid input for any state. */
  public static JsonObject output(Json input) {
    Json items = input.get("items").filter(JsonArray.class::isInstance).orElse(JsonArray.EMPTY);
    return JsonObject.of("n", JsonNumber.of((n(input) * 5 + 2) % 7)).with("items", items);
  }

  /** Returns true if the resource is a reader, such as {@code items:4:2}. */
  public static boolean isReader(String resource) {
    return resource.startsWith("items:");
  }

  /** Returns all items of a reader. */
  public static JsonArray items(String reader) {
    int count = Integer.parseInt(reader.split(":")[1]);
    return JsonArray.of(IntStream.range(0, count).mapToObj(SimulatedPorts::item).toList());
  }

  /** Returns the output of a writer that got the given results. */
  public static JsonObject written(JsonArray results) {
    return JsonObject.of("written", JsonNumber.of(results.elements().size()));
  }

  private static long n(Json input) {
    return input.get("n").orElse(Json.of(3)) instanceof JsonNumber number && number.isLong()
        ? number.longValue()
        : 3L;
  }
}
