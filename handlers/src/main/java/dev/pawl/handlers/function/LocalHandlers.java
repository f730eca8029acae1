package dev.pawl.handlers.function;

import dev.pawl.sdk.Handler;
import java.util.Map;

/**
 * Creates the handlers that reach no other system. Neither this class nor they need a library
 * besides the SDK.
 */
public final class LocalHandlers {

  private LocalHandlers() {}

  /**
   * Returns the handlers by name.
   *
   * @param log the log to which {@code LOG_MESSAGE} writes
   * @param expressions evaluates the expressions of {@code TRANSFORM_DATA}
   */
  public static Map<String, Handler> create(System.Logger log, ExpressionFunction expressions) {
    return Map.of(
        "TRANSFORM_DATA", new TransformData(expressions), "LOG_MESSAGE", new LogMessage(log));
  }
}
