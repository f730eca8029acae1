package dev.pawl.server.job;

import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.store.TenantId;
import dev.pawl.model.NameLimit;
import dev.pawl.sdk.Json;
import dev.pawl.server.execution.ExecutionFilter;
import dev.pawl.server.execution.ReasonText;
import dev.pawl.server.execution.RetryMode;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.problem.ApiException;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An action on all executions that a filter finds. */
record BulkRequest(
    @Schema(description = "The action.")
        @NotNull
        @Pattern(regexp = "cancel|retry|signal|pause|resume")
        @Nullable String action,
    @Schema(description = "Conditions that the executions meet.") @NotNull
        @Nullable ExecutionFilter filter,
    @Schema(description = "Reason of the caller; not for signal.", example = "duplicate orders")
        @Nullable String reason,
    @Schema(description = "Name of the event, for signal.", example = "payment.received")
        @Nullable String event,
    @Schema(description = "Data of the event, for signal.", example = "{\"amount\": 12.5}")
        @Nullable Json payload,
    @Schema(
            description =
                "Where a retry begins: full at the start, from-failure at the failed step.")
        @Pattern(regexp = RetryMode.FULL + "|" + RetryMode.FROM_FAILURE)
        @Nullable String mode,
    @Schema(
            description =
                "Maximum number of executions per minute, for retry; unlimited if absent.",
            example = "60")
        @Min(1)
        @Max(MAX_PER_MINUTE)
        @Nullable Integer perMinute,
    @Schema(description = "True only counts the executions.", example = "true")
        @Nullable Boolean dryRun) {

  /** The largest rate of a retry. */
  static final int MAX_PER_MINUTE = 60_000;

  /** The actions of jobs. */
  enum BulkAction {
    CANCEL,
    RETRY,
    SIGNAL,
    PAUSE,
    RESUME,
    /** Blocks starts by an emergency stop; running executions are not affected. */
    STOP_STARTS,
    /** Pauses all live executions by an emergency stop. */
    PAUSE_ALL,
    /** Resumes the executions that an emergency stop paused, and no others. */
    RESUME_ALL;

    boolean isOfAll() {
      return this == STOP_STARTS || this == PAUSE_ALL || this == RESUME_ALL;
    }
  }

  static BulkRequest ofAll(BulkAction action, String reason) {
    return new BulkRequest(action.name(), null, reason, null, null, null, null, null);
  }

  BulkAction requireAction() {
    try {
      return BulkAction.valueOf(action == null ? "" : action.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw unknown();
    }
  }

  private static ApiException unknown() {
    return ApiException.malformed("action: must be cancel, retry, signal, pause or resume");
  }

  /**
   * Returns this request if a caller may send it with a filter.
   *
   * @throws ApiException if it is invalid or its action is reserved for emergency stops
   */
  BulkRequest requireValid() {
    if (requireAction().isOfAll()) {
      throw unknown();
    }
    return requireConsistent();
  }

  ExecutionFilter requireFilter() {
    return Objects.requireNonNull(filter);
  }

  ExecutionControl.From from() {
    return RetryMode.from(mode);
  }

  /** Returns this request with the flow of its filter given by code instead of id. */
  BulkRequest forTenant(TenantId tenant, ActiveVersions flows) {
    ExecutionFilter known = requireFilter();
    if (known.flow() == null) {
      return this;
    }
    return new BulkRequest(
        action,
        known.of(flows.codeOrArgument(tenant, known.flow())),
        reason,
        event,
        payload,
        mode,
        perMinute,
        dryRun);
  }

  String reasonOrEmpty() {
    return reason == null ? "" : reason;
  }

  private void requirePossibleRate(BulkAction what) {
    if (perMinute == null) {
      return;
    }
    if (what != BulkAction.RETRY) {
      throw ApiException.refused("bad-rate", "perMinute: for retry only");
    }
    if (perMinute < 1 || perMinute > MAX_PER_MINUTE) {
      throw ApiException.refused(
          "bad-rate",
          "perMinute: must be from 1 to %d, got %d".formatted(MAX_PER_MINUTE, perMinute));
    }
  }

  /**
   * Returns this request if it is valid.
   *
   * @throws ApiException if its filter matches everything or a value is invalid
   */
  BulkRequest requireConsistent() {
    BulkAction what = requireAction();
    if (what.isOfAll()) {
      return this;
    }
    if (filter == null || filter.findsAll()) {
      throw ApiException.refused(
          "no-filter",
          "filter: required, with at least one member, so that the action is not applied to all"
              + " executions");
    }
    ReasonText.require(reason);
    if (what == BulkAction.SIGNAL) {
      NameLimit.EVENT
          .problem(event == null ? "" : event)
          .ifPresent(
              why -> {
                throw ApiException.refused("bad-event", why);
              });
    }
    from();
    requirePossibleRate(what);
    if (filter.stepError() != null) {
      throw ApiException.refused(
          "bad-filter",
          "stepError: not for bulk actions, which may search again later; select the executions by"
              + " ids or by error");
    }
    filter.criteria();
    return this;
  }
}
