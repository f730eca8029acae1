package dev.pawl.server.job;

import dev.pawl.engine.node.Control;
import dev.pawl.engine.store.TenantId;
import dev.pawl.model.NameLimit;
import dev.pawl.sdk.Json;
import dev.pawl.server.execution.Reasons;
import dev.pawl.server.execution.RetryMode;
import dev.pawl.server.execution.Sought;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Needed;
import dev.pawl.server.web.OneOf;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done to which executions.
 *
 * @param action cancel, retry, signal, pause or resume
 * @param filter all of it must fit
 * @param reason why, for all but signal
 * @param event its name, for signal
 * @param payload its data
 * @param mode full or from-failure, for retry
 * @param dryRun only count
 */
record Bulk(
    @Needed @OneOf({"cancel", "retry", "signal", "pause", "resume"}) @Nullable String action,
    @Needed @Nullable Sought filter,
    @Nullable String reason,
    @Nullable String event,
    @Nullable Json payload,
    @OneOf({RetryMode.FULL, RetryMode.FROM_FAILURE}) @Nullable String mode,
    @Nullable Boolean dryRun) {

  /** What can be done. */
  enum Action {
    CANCEL,
    RETRY,
    SIGNAL,
    PAUSE,
    RESUME,
    /** Nothing to what runs: the tenant's emergency stop keeps others from starting. */
    STOP_STARTS,
    /** Whatever runs, by the tenant's emergency stop. */
    PAUSE_ALL,
    /** What was paused by that, and nothing else. */
    RESUME_ALL;

    boolean isOfAll() {
      return this == STOP_STARTS || this == PAUSE_ALL || this == RESUME_ALL;
    }
  }

  static Bulk ofAll(Action action, String reason) {
    return new Bulk(action.name(), null, reason, null, null, null, null);
  }

  Action what() {
    try {
      return Action.valueOf(action == null ? "" : action.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw unknown();
    }
  }

  private static Refusal unknown() {
    return Refusal.malformed("the action is cancel, retry, signal, pause or resume");
  }

  /** Itself, if that may be asked for with a filter. */
  Bulk asked() {
    if (what().isOfAll()) {
      throw unknown();
    }
    return checked();
  }

  Sought which() {
    return Objects.requireNonNull(filter);
  }

  Control.From from() {
    return RetryMode.from(mode);
  }

  /** With the code of the flow that its filter names by an id. */
  Bulk in(TenantId tenant, ActiveVersions flows) {
    Sought known = which();
    if (known.flow() == null) {
      return this;
    }
    return new Bulk(
        action, known.of(flows.codeOr(tenant, known.flow())), reason, event, payload, mode, dryRun);
  }

  String why() {
    return reason == null ? "" : reason;
  }

  /** Itself, if it can be done. */
  Bulk checked() {
    Action what = what();
    if (what.isOfAll()) {
      return this;
    }
    if (filter == null || filter.findsAll()) {
      throw Refusal.refused(
          "no-filter", "say which executions are meant; a filter has at least one member");
    }
    Reasons.checked(reason);
    if (what == Action.SIGNAL) {
      NameLimit.EVENT
          .problem(event == null ? "" : event)
          .ifPresent(
              why -> {
                throw Refusal.refused("bad-event", why);
              });
    }
    from();
    filter.criteria();
    return this;
  }
}
