package dev.pawl.worker;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of a task, as it is sent.
 *
 * @param isRefusal whether it only says that the true outcome was refused
 */
record Outcome(Held held, String json, boolean isRefusal) {

  private static final int LONGEST_CAUSE = 10_000;

  /**
   * @throws IllegalArgumentException if the output has no JSON form
   */
  static Outcome success(Held held, @Nullable Object output) {
    Map<String, @Nullable Object> item = new LinkedHashMap<>();
    item.put("token", held.token());
    item.put("output", output);
    return new Outcome(held, JsonWriter.write(item), false);
  }

  static Outcome failure(Held held, Throwable failed) {
    String error =
        failed instanceof TaskFailure named ? named.error() : failed.getClass().getSimpleName();
    String cause = String.valueOf(failed.getMessage());
    return new Outcome(held, failure(held, error, cause, StackTraceText.of(failed)), false);
  }

  static Outcome refused(Held held, String problem) {
    String cause = "the server refused the outcome: " + problem;
    return new Outcome(held, failure(held, "Worker.OutcomeRefused", cause, null), true);
  }

  private static String failure(
      Held held, String error, String cause, @Nullable String stackTrace) {
    Map<String, @Nullable Object> item = new LinkedHashMap<>();
    item.put("token", held.token());
    item.put("error", error);
    item.put("cause", cause.substring(0, Math.min(cause.length(), LONGEST_CAUSE)));
    if (stackTrace != null) {
      item.put("stackTrace", stackTrace);
    }
    return JsonWriter.write(item);
  }

  int size() {
    return json.length();
  }
}
