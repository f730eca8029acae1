package dev.pawl.engine.node.external;

import dev.pawl.engine.Failure;
import dev.pawl.engine.data.DataException;
import dev.pawl.engine.data.Limits;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.StackTraces;
import java.util.Optional;

/** Checks the size of data that callers and workers pass to the engine. */
public final class InputLimits {

  private InputLimits() {}

  /**
   * Checks a value and returns it.
   *
   * @param what names the value in the message, such as "the input"
   * @throws IllegalArgumentException if the value is too large
   */
  public static Json check(Json data, String what) {
    try {
      return Limits.checked(data, what);
    } catch (DataException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /**
   * Checks a failure as the journal stores it, including its shortened stack trace.
   *
   * @throws IllegalArgumentException if the failure is too large
   */
  public static void check(Failure failure, Optional<String> stackTrace) {
    JsonObject stored = failure.toJson();
    if (stackTrace.isPresent()) {
      stored = stored.with("StackTrace", Json.of(StackTraces.shortened(stackTrace.get())));
    }
    check(
        stored,
        stackTrace.isPresent()
            ? "the error with its cause and stack trace"
            : "the error with its cause");
  }
}
