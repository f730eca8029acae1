package dev.pawl.sdk.job;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Finds job handlers by their codes. */
public final class JobHandlerRegistry {

  private final Map<String, JobHandler> handlers = new TreeMap<>();

  /**
   * Creates a registry.
   *
   * @throws IllegalArgumentException if two handlers have the same code, or one has none
   */
  public JobHandlerRegistry(Collection<? extends JobHandler> handlers) {
    for (JobHandler handler : handlers) {
      String code = handler.getCode();
      if (code.isBlank()) {
        throw new IllegalArgumentException(
            "getCode: %s returns an empty code; a flow names its handlers by their codes"
                .formatted(handler.getClass().getName()));
      }
      JobHandler other = this.handlers.putIfAbsent(code, handler);
      if (other != null) {
        throw new IllegalArgumentException(
            "getCode: %s is the code of both %s and %s; give each handler its own"
                .formatted(code, other.getClass().getName(), handler.getClass().getName()));
      }
    }
  }

  /**
   * Returns the handler with a code.
   *
   * @throws IllegalArgumentException if there is none
   */
  public JobHandler get(String code) {
    JobHandler handler = handlers.get(code);
    if (handler == null) {
      throw new IllegalArgumentException(
          "No handler found for code %s; known codes are %s".formatted(code, handlers.keySet()));
    }
    return handler;
  }

  /** Returns the codes of all handlers. */
  public Set<String> codes() {
    return Set.copyOf(handlers.keySet());
  }
}
