package dev.pawl.server.job;

import dev.pawl.engine.node.Control;
import dev.pawl.sdk.Json;
import dev.pawl.server.execution.Sought;
import dev.pawl.server.problem.Refusal;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done to which executions.
 *
 * @param action cancel, retry, signal, pause or resume
 * @param filter all of it must fit
 * @param reason why, for cancel and pause
 * @param event its name, for signal
 * @param payload its data
 * @param mode full or from-failure, for retry
 * @param dryRun only count
 */
record Bulk(
    @Nullable String action,
    @Nullable Sought filter,
    @Nullable String reason,
    @Nullable String event,
    @Nullable Json payload,
    @Nullable String mode,
    @Nullable Boolean dryRun) {

  static final int LONGEST_REASON = 1_000;
  static final int LONGEST_EVENT = 200;

  /** What can be done. */
  enum Action {
    CANCEL,
    RETRY,
    SIGNAL,
    PAUSE,
    RESUME
  }

  Action what() {
    try {
      return Action.valueOf(action == null ? "" : action.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw Refusal.malformed("the action is cancel, retry, signal, pause or resume");
    }
  }

  Sought which() {
    return Objects.requireNonNull(filter);
  }

  Control.From from() {
    return switch (mode == null ? "full" : mode) {
      case "full" -> Control.From.START;
      case "from-failure" -> Control.From.FAILURE;
      default -> throw Refusal.malformed("mode is full or from-failure");
    };
  }

  String why() {
    return reason == null ? "" : reason;
  }

  /** Itself, if it can be done. */
  Bulk checked() {
    Action what = what();
    if (filter == null || filter.findsAll()) {
      throw Refusal.refused(
          "no-filter", "say which executions are meant; a filter has at least one member");
    }
    if (why().length() > LONGEST_REASON) {
      throw Refusal.refused(
          "bad-reason", "a reason has at most " + LONGEST_REASON + " characters; shorten it");
    }
    if (what == Action.SIGNAL
        && (event == null || event.isBlank() || event.length() > LONGEST_EVENT)) {
      throw Refusal.refused(
          "bad-event", "a signal needs an event of 1 to " + LONGEST_EVENT + " characters");
    }
    from();
    filter.criteria();
    return this;
  }
}
