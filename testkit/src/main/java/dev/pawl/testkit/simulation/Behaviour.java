package dev.pawl.testkit.simulation;

import dev.pawl.engine.Failure;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;

/**
 * What a handler does, told by the name of its resource: {@code ok}, {@code twice} (answers two
 * times), {@code fails:2:Boom} (twice, then succeeds), {@code breaks:Boom} (always), {@code hangs}
 * (never answers), {@code late} (answers when its time is over). The name of a compensation is
 * {@code undo:STATE:} and one of these.
 *
 * @param failures how many attempts fail
 */
record Behaviour(Kind kind, int failures, String error) {

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
      case "twice" -> new Behaviour(Kind.ANSWERS_TWICE, 0, "");
      case "hangs" -> new Behaviour(Kind.HANGS, 0, "");
      case "late" -> new Behaviour(Kind.ANSWERS_LATE, 0, "");
      case "fails" -> new Behaviour(Kind.ANSWERS, Integer.parseInt(parts[1]), parts[2]);
      case "breaks" -> new Behaviour(Kind.ANSWERS, Integer.MAX_VALUE, parts[1]);
      default -> new Behaviour(Kind.ANSWERS, 0, "");
    };
  }

  private static String afterState(String name) {
    return name.substring(name.indexOf(':', "undo:".length()) + 1);
  }

  boolean failsAt(int attempt) {
    return attempt <= failures;
  }

  Failure failure() {
    return Failure.of(error, "told to fail");
  }

  /** Every handler answers with a function of its input that fits as the input of any state. */
  static JsonObject output(Json input) {
    long n = input.get("n").map(Behaviour::number).orElse(3L);
    Json items = input.get("items").filter(JsonArray.class::isInstance).orElse(JsonArray.EMPTY);
    return JsonObject.of("n", JsonNumber.of((n * 5 + 2) % 7)).with("items", items);
  }

  private static long number(Json json) {
    return json instanceof JsonNumber number && number.isLong() ? number.longValue() : 3L;
  }
}
