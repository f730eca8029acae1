package dev.pawl.testkit.simulation;

import dev.pawl.engine.Failure;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;

/**
 * What a handler does, told by the name of its resource: {@code ok}, {@code twice} (answers two
 * times), {@code fails:2:Boom} (twice, then succeeds), {@code breaks:Boom} (always), {@code
 * picky:Boom} (for some inputs), {@code hangs} (never answers), {@code late} (answers when its time
 * is over). The name of a compensation is {@code undo:STATE:} and one of these.
 *
 * @param failures how many attempts fail
 * @param picky whether that is so for odd inputs only
 */
record Behaviour(Kind kind, int failures, boolean picky, String error) {

  enum Kind {
    ANSWERS,
    ANSWERS_TWICE,
    HANGS,
    ANSWERS_LATE
  }

  static Behaviour of(String resource) {
    String name = resource.replace(".waitForTaskToken", "");
    String[] parts = (name.startsWith("undo:") ? afterState(name) : name).split(":");
    return switch (parts[0]) {
      case "twice" -> new Behaviour(Kind.ANSWERS_TWICE, 0, false, "");
      case "hangs" -> new Behaviour(Kind.HANGS, 0, false, "");
      case "late" -> new Behaviour(Kind.ANSWERS_LATE, 0, false, "");
      case "fails" -> new Behaviour(Kind.ANSWERS, Integer.parseInt(parts[1]), false, parts[2]);
      case "breaks" -> new Behaviour(Kind.ANSWERS, Integer.MAX_VALUE, false, parts[1]);
      case "picky" -> new Behaviour(Kind.ANSWERS, Integer.MAX_VALUE, true, parts[1]);
      default -> new Behaviour(Kind.ANSWERS, 0, false, "");
    };
  }

  private static String afterState(String name) {
    return name.substring(name.indexOf(':', "undo:".length()) + 1);
  }

  boolean failsAt(int attempt, Json input) {
    return attempt <= failures && (!picky || n(input) % 2 == 1);
  }

  Failure failure() {
    return Failure.of(error, "told to fail");
  }

  /** Every handler answers with a function of its input that fits as the input of any state. */
  static JsonObject output(Json input) {
    Json items = input.get("items").filter(JsonArray.class::isInstance).orElse(JsonArray.EMPTY);
    return JsonObject.of("n", JsonNumber.of((n(input) * 5 + 2) % 7)).with("items", items);
  }

  private static long n(Json input) {
    return input.get("n").orElse(Json.of(3)) instanceof JsonNumber number && number.isLong()
        ? number.longValue()
        : 3L;
  }
}
