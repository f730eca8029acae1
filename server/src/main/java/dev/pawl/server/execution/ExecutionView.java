package dev.pawl.server.execution;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Frame;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions.Standing;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.sdk.Json;
import dev.pawl.server.execution.CurrentStates.Current;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.web.OfFlow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An execution as the API shows it.
 *
 * @param version absent if it is the test of a draft
 * @param ending how it will end once what it did is undone, while it compensates
 * @param requested the command that was sent with this request and is not applied yet; only in the
 *     answer to a command
 * @param parent the execution that started it, and by which of its steps
 * @param startedBy the key or person who asked for it
 * @param retryReason why it tries another one again, if somebody said; only where one execution is
 *     shown
 * @param waitsFor what it waits for, while it does
 * @param variables those of its outermost states; this and what follows only where one execution is
 *     shown
 * @param current the states it is in
 * @param output once it has ended well
 */
record ExecutionView(
    String id,
    String flow,
    @Nullable Integer version,
    boolean test,
    Status status,
    @Nullable Status ending,
    @Nullable String requested,
    @Nullable String businessKey,
    Map<String, String> labels,
    @Nullable String parent,
    @Nullable String parentStep,
    @Nullable String retriedFrom,
    @Nullable String retryReason,
    @Nullable String startedBy,
    Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable String error,
    @Nullable String cause,
    List<String> waitsFor,
    @Nullable Map<String, Json> variables,
    @Nullable List<Current> current,
    @Nullable Json input,
    @Nullable Json output)
    implements OfFlow {

  @Override
  public String itsFlow() {
    return flow;
  }

  static ExecutionView of(Summary summary) {
    return full(summary, null, null, null);
  }

  /** One whose definition cannot be read. */
  static ExecutionView of(Summary summary, @Nullable String retryReason, Json input) {
    return full(summary, retryReason, input, null);
  }

  static ExecutionView of(Summary summary, @Nullable String retryReason, Execution execution) {
    return full(summary, retryReason, execution.origin().input(), execution);
  }

  /** One that was started this moment: what is known of it without asking anybody. */
  static ExecutionView begun(ExecutionKey key, ActiveVersions.Named version, Launch launch) {
    Card.Tags tags = launch.tags();
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
        tags.origin().by().orElse(null),
        // The id of an execution begins with the millisecond of its birth.
        Instant.ofEpochMilli(key.id().value().getMostSignificantBits() >>> 16),
        null,
        null,
        null,
        List.of(),
        Map.of(),
        List.of(),
        launch.input(),
        null);
  }

  private static ExecutionView full(
      Summary summary,
      @Nullable String retryReason,
      @Nullable Json input,
      @Nullable Execution execution) {
    Card card = summary.card();
    Optional<Failure> failure = summary.failure();
    return new ExecutionView(
        card.id().toString(),
        card.version().flow(),
        card.version().isPublished() ? card.version().number() : null,
        card.tags().origin().test().isPresent(),
        status(summary, execution),
        ending(summary, execution),
        null,
        card.tags().businessKey().orElse(null),
        card.tags().labels(),
        card.parent().map(parent -> parent.id().toString()).orElse(null),
        card.parent().map(parent -> parent.step().toString()).orElse(null),
        card.tags().retriedFrom().map(Object::toString).orElse(null),
        retryReason,
        card.tags().origin().by().orElse(null),
        summary.startedAt(),
        summary.endedAt().orElse(null),
        failure.flatMap(Failure::error).orElse(null),
        failure.flatMap(Failure::cause).orElse(null),
        summary.standing().map(standing -> standing.waitsFor().kinds()).orElse(List.of()),
        execution == null ? null : variables(execution),
        execution == null ? null : CurrentStates.of(execution),
        input,
        execution == null ? null : execution.output().orElse(null));
  }

  /** A node that still has steps in progress keeps its execution: the facts know better. */
  private static Status status(Summary summary, @Nullable Execution execution) {
    if (execution == null || summary.status().isTerminal()) {
      return summary.status();
    }
    if (execution.isPaused()) {
      return Status.PAUSED;
    }
    boolean compensates = summary.status() == Status.WAITING && execution.ending().isPresent();
    return compensates ? Status.RUNNING : summary.status();
  }

  private static @Nullable Status ending(Summary summary, @Nullable Execution execution) {
    if (summary.status().isTerminal()) {
      return null;
    }
    Optional<Status> known =
        execution == null
            ? summary.standing().flatMap(Standing::ending)
            : execution.ending().map(Execution.Ending::status);
    return known.orElse(null);
  }

  /** The same, while a command that was sent to it is not applied yet. */
  ExecutionView requested(String command) {
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
        output);
  }

  private static Map<String, Json> variables(Execution execution) {
    return execution.root().map(Frame::scope).map(Frame.Scope::own).orElse(Map.of());
  }
}
