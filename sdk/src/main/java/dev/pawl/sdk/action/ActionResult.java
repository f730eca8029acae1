package dev.pawl.sdk.action;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of an action.
 *
 * @param errorName the error name that Retry and Catch match; empty if it succeeded
 * @param errorMessage what happened, for people; empty if it succeeded
 * @param outputData the output of the step
 */
public record ActionResult(
    boolean successful,
    Optional<String> errorName,
    Optional<String> errorMessage,
    Map<String, @Nullable Object> outputData) {

  /** The error name of a failure that names none. */
  public static final String DEFAULT_ERROR = "ActionFailed";

  public ActionResult {
    outputData = Collections.unmodifiableMap(new LinkedHashMap<>(outputData));
  }

  /** Returns a success without output. */
  public static ActionResult success() {
    return success(Map.of());
  }

  /** Returns a success with an output. */
  public static ActionResult success(Map<String, ? extends @Nullable Object> output) {
    return new ActionResult(true, Optional.empty(), Optional.empty(), new LinkedHashMap<>(output));
  }

  /** Returns a failure under the name {@link #DEFAULT_ERROR}. */
  public static ActionResult failure(String message) {
    return failure(DEFAULT_ERROR, message);
  }

  /** Returns a failure under a name that Retry and Catch can match. */
  public static ActionResult failure(String error, String message) {
    return new ActionResult(false, Optional.of(error), Optional.of(message), Map.of());
  }
}
