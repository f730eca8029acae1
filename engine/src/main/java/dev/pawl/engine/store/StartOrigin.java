package dev.pawl.engine.store;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What started an execution, derived from its metadata. Triggers put {@code trigger:}, their kind
 * and their id into the name of the starter; API keys have their public part in parentheses.
 */
public final class StartOrigin {

  /** The execution was started by another one. */
  public static final String FLOW = "flow";

  /** The execution retries another one. */
  public static final String RETRY = "retry";

  /** The execution was started with an API key. */
  public static final String API = "api";

  /** The execution was started by a person. */
  public static final String MANUAL = "manual";

  private static final String TRIGGER = "trigger:";

  private static final Pattern KEY = Pattern.compile(" \\([^()]+\\)$");

  private StartOrigin() {}

  /** Returns the kind: flow, retry, api, manual, or the kind of a trigger such as webhook. */
  public static String kindOf(ExecutionMetadata info) {
    if (info.parent().isPresent()) {
      return FLOW;
    }
    if (info.tags().retriedFrom().isPresent()) {
      return RETRY;
    }
    String by = info.tags().origin().by().orElse("");
    if (by.startsWith(TRIGGER)) {
      return by.split(":", -1)[1];
    }
    return KEY.matcher(by).find() ? API : MANUAL;
  }

  /** Returns the id of the trigger; empty if no trigger started the execution. */
  public static Optional<String> triggerOf(ExecutionMetadata info) {
    String by = info.tags().origin().by().orElse("");
    if (!by.startsWith(TRIGGER)) {
      return Optional.empty();
    }
    int second = by.indexOf(':', TRIGGER.length());
    return second < 0 ? Optional.empty() : Optional.of(by.substring(second + 1));
  }
}
