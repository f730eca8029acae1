package dev.pawl.server.execution;

import dev.pawl.engine.Failure;
import dev.pawl.engine.History;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An execution as the API shows it.
 *
 * @param waitsFor what it waits for, while it does
 * @param input only where one execution is shown
 * @param output likewise, once it has ended well
 */
record ExecutionView(
    String id,
    String flow,
    int version,
    Status status,
    @Nullable String businessKey,
    Map<String, String> labels,
    @Nullable String parent,
    @Nullable String retriedFrom,
    Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable String error,
    @Nullable String cause,
    List<String> waitsFor,
    @Nullable Json input,
    @Nullable Json output) {

  static ExecutionView of(Summary summary) {
    return full(summary, null, null);
  }

  static ExecutionView of(Summary summary, Json input, History history) {
    return full(summary, input, history.execution().output().orElse(null));
  }

  private static ExecutionView full(Summary summary, @Nullable Json input, @Nullable Json output) {
    Card card = summary.card();
    Optional<Failure> failure = summary.failure();
    return new ExecutionView(
        card.id().toString(),
        card.version().flow(),
        card.version().number(),
        summary.status(),
        card.tags().businessKey().orElse(null),
        card.tags().labels(),
        card.parent().map(parent -> parent.id().toString()).orElse(null),
        card.tags().retriedFrom().map(Object::toString).orElse(null),
        summary.startedAt(),
        summary.endedAt().orElse(null),
        failure.flatMap(Failure::error).orElse(null),
        failure.flatMap(Failure::cause).orElse(null),
        summary.standing().map(standing -> standing.waitsFor().kinds()).orElse(List.of()),
        input,
        output);
  }
}
