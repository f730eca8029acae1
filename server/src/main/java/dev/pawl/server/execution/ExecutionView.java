package dev.pawl.server.execution;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Frame;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.read.ExecutionProgress;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.StartOrigin;
import dev.pawl.sdk.Json;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.history.CurrentStates;
import dev.pawl.server.history.CurrentStates.CurrentState;
import dev.pawl.server.web.FlowScoped;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An execution as the API shows it. */
record ExecutionView(
    @Schema(
            description = "Id of the execution, in the order of start times.",
            example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
        String id,
    @Schema(description = "Code of the flow, unique within its tenant.", example = "order-saga")
        String flow,
    @Schema(
            description =
                "Number of the version that it runs; absent if it is the test of a draft.",
            example = "3")
        @Nullable Integer version,
    @Schema(description = "True if it is a test.") boolean test,
    @Schema(description = "Status of the execution.") Status status,
    @Schema(description = "Status that it will end with, while it compensates.")
        @Nullable Status ending,
    @Schema(
            description =
                "The action that was requested and is not applied yet; only in the answer to an"
                    + " action.",
            example = "pause")
        @Nullable String withCommand,
    @Schema(
            description =
                "Key of the business object it is about, by which executions are found; need not be"
                    + " unique.",
            example = "order-4711")
        @Nullable String businessKey,
    @Schema(description = "Labels by which executions are found.", example = "{\"region\": \"eu\"}")
        Map<String, String> labels,
    @Schema(
            description = "Id of the execution that started it, if one did.",
            example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
        @Nullable String parent,
    @Schema(description = "Id of the step of the parent that started it.", example = "/@2")
        @Nullable String parentStep,
    @Schema(
            description =
                "Index of the item of a distributed Map that it processes; absent if it is none.",
            example = "17")
        @Nullable Integer parentItem,
    @Schema(
            description = "Id of the execution that it retries, if it does.",
            example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
        @Nullable String retriedFrom,
    @Schema(
            description = "Reason given for the retry; only where a single execution is shown.",
            example = "stock was refilled")
        @Nullable String retryReason,
    @Schema(description = "Name of the key or person that started it.", example = "ci")
        @Nullable String startedBy,
    @Schema(description = "Time of its start.") Instant startedAt,
    @Schema(description = "Time of its end; absent while it is live.") @Nullable Instant endedAt,
    @Schema(description = "Name of the error that it failed with.", example = "OutOfStock")
        @Nullable String error,
    @Schema(
            description = "Message of the error, for people.",
            example = "article 4711 has no stock left")
        @Nullable String cause,
    @Schema(description = "Kinds of things that it waits for.", example = "[\"timer\"]")
        List<String> waitsFor,
    @Schema(
            description = "Variables of its root frame; only where a single execution is shown.",
            example = "{\"total\": 12.5}")
        @Nullable Map<String, Json> variables,
    @Schema(description = "States that it is in; only where a single execution is shown.")
        @Nullable List<CurrentState> current,
    @Schema(
            description = "Its input; only where a single execution is shown.",
            example = "{\"order\": 4711}")
        @Nullable Json input,
    @Schema(
            description =
                "Its output, once it has succeeded; only where a single execution is shown.",
            example = "{\"invoice\": \"R-17\"}")
        @Nullable Json output,
    @Schema(
            description = "What started it: api, manual, flow, retry, or the kind of a trigger.",
            example = "webhook")
        String trigger,
    @Schema(description = "Time at which it continues by itself, if it waits for a time.")
        @Nullable Instant wakesAt,
    @Schema(description = "How far it has come; only in lists that ask for it.")
        @Nullable ProgressView progress,
    @Schema(
            description =
                "Name of the flow; only in lists that ask for progress and where a single execution"
                    + " is shown, and absent if the flow has been deleted.",
            example = "Order with compensation")
        @Nullable String flowName)
    implements FlowScoped {

  @Override
  public String flowCode() {
    return flow;
  }

  static ExecutionView of(Summary summary) {
    return of(summary, Optional.empty());
  }

  static ExecutionView of(Summary summary, Optional<ExecutionProgress> progress) {
    Optional<ExecutionProgress.FoldedProgress> folded = progress.flatMap(ExecutionProgress::folded);
    return full(
        summary,
        null,
        null,
        null,
        folded.map(FoldedStatus::of),
        progress.map(known -> ProgressView.of(known, summary)).orElse(null));
  }

  /** Creates the view of an execution whose definition cannot be read. */
  static ExecutionView of(Summary summary, @Nullable String retryReason, Json input) {
    return full(summary, retryReason, input, null, Optional.empty(), null);
  }

  static ExecutionView of(Summary summary, @Nullable String retryReason, Execution execution) {
    return full(
        summary,
        retryReason,
        execution.origin().input(),
        execution,
        Optional.of(FoldedStatus.of(execution)),
        null);
  }

  /** Creates the view of an execution that was just started, without reading the database. */
  static ExecutionView started(
      ExecutionKey key, ActiveVersions.StartableVersion version, Launch launch) {
    ExecutionMetadata.StartAttributes tags = launch.tags();
    return new ExecutionView(
        key.id().toString(),
        version.code(),
        version.version() > 0 ? version.version() : null,
        tags.origin().test().isPresent(),
        Status.RUNNING,
        null,
        null,
        tags.businessKey().orElse(null),
        tags.labels(),
        null,
        null,
        null,
        null,
        null,
        tags.origin().by().orElse(null),
        // The upper 48 bits of an execution id are its creation time in milliseconds.
        Instant.ofEpochMilli(key.id().value().getMostSignificantBits() >>> 16),
        null,
        null,
        null,
        List.of(),
        Map.of(),
        List.of(),
        launch.input(),
        null,
        StartOrigin.API,
        null,
        null,
        null);
  }

  /** The status of a live execution according to its facts. */
  private record FoldedStatus(boolean paused, Optional<Status> ending) {

    static FoldedStatus of(Execution execution) {
      return new FoldedStatus(
          execution.isPaused(), execution.ending().map(Execution.Ending::status));
    }

    static FoldedStatus of(ExecutionProgress.FoldedProgress progress) {
      return new FoldedStatus(progress.paused(), progress.ending());
    }
  }

  private static ExecutionView full(
      Summary summary,
      @Nullable String retryReason,
      @Nullable Json input,
      @Nullable Execution execution,
      Optional<FoldedStatus> folded,
      @Nullable ProgressView progress) {
    ExecutionMetadata info = summary.info();
    Optional<Failure> failure = summary.failure();
    return new ExecutionView(
        info.id().toString(),
        info.version().flow(),
        info.version().isPublished() ? info.version().number() : null,
        info.tags().origin().test().isPresent(),
        status(summary, folded),
        ending(summary, folded),
        null,
        info.tags().businessKey().orElse(null),
        info.tags().labels(),
        info.parent().map(parent -> parent.id().toString()).orElse(null),
        info.parent().map(parent -> parent.step().toString()).orElse(null),
        item(info),
        info.tags().retriedFrom().map(Object::toString).orElse(null),
        retryReason,
        info.tags().origin().by().orElse(null),
        summary.startedAt(),
        summary.endedAt().orElse(null),
        failure.flatMap(Failure::error).orElse(null),
        failure.flatMap(Failure::cause).orElse(null),
        summary.standing().map(standing -> standing.waitsFor().kinds()).orElse(List.of()),
        execution == null ? null : variables(execution),
        execution == null ? null : CurrentStates.of(execution),
        input,
        execution == null ? null : execution.output().orElse(null),
        StartOrigin.kindOf(info),
        summary.standing().flatMap(Executions.WaitState::wakeAt).orElse(null),
        progress,
        null);
  }

  /**
   * Returns the status according to the facts, because the row of an execution lags behind while
   * its node has steps in progress.
   */
  private static Status status(Summary summary, Optional<FoldedStatus> folded) {
    if (folded.isEmpty() || summary.status().isTerminal()) {
      return summary.status();
    }
    if (folded.get().paused()) {
      return Status.PAUSED;
    }
    boolean compensates = summary.status() == Status.WAITING && folded.get().ending().isPresent();
    return compensates ? Status.RUNNING : summary.status();
  }

  private static @Nullable Status ending(Summary summary, Optional<FoldedStatus> folded) {
    if (summary.status().isTerminal()) {
      return null;
    }
    return folded.isPresent()
        ? folded.get().ending().orElse(null)
        : summary.standing().flatMap(Executions.WaitState::ending).orElse(null);
  }

  /** Returns this view with the name of a command that was sent and is not applied yet. */
  ExecutionView withCommand(String command) {
    return with(command, flowName);
  }

  /** Returns this view with the name of its flow. */
  ExecutionView withFlowName(@Nullable String name) {
    return with(withCommand, name);
  }

  private ExecutionView with(@Nullable String command, @Nullable String name) {
    return new ExecutionView(
        id,
        flow,
        version,
        test,
        status,
        ending,
        command,
        businessKey,
        labels,
        parent,
        parentStep,
        parentItem,
        retriedFrom,
        retryReason,
        startedBy,
        startedAt,
        endedAt,
        error,
        cause,
        waitsFor,
        variables,
        current,
        input,
        output,
        trigger,
        wakesAt,
        progress,
        name);
  }

  private static @Nullable Integer item(ExecutionMetadata info) {
    return info.parent()
        .filter(parent -> parent.reply() == ExecutionMetadata.Reply.ITEM)
        .map(ExecutionMetadata.Parent::number)
        .orElse(null);
  }

  private static Map<String, Json> variables(Execution execution) {
    return execution.root().map(Frame::scope).map(Frame.FrameVariables::own).orElse(Map.of());
  }
}
