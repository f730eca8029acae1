package dev.pawl.server.execution;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Executions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What executions are looked for by, as those who look say it. */
public record Sought(
    @Nullable String flow,
    @Nullable Status status,
    @Nullable String businessKey,
    @Nullable List<String> label,
    @Nullable String error,
    @Nullable Instant from,
    @Nullable Instant to) {

  /** Whether it would find everything. */
  public boolean findsAll() {
    return equals(new Sought(null, null, null, null, null, null, null));
  }

  /** The same for another flow. */
  public Sought of(String code) {
    return new Sought(code, status, businessKey, label, error, from, to);
  }

  public Executions.Criteria criteria() {
    return new Executions.Criteria(
        Optional.ofNullable(flow),
        Optional.ofNullable(status),
        Optional.ofNullable(businessKey),
        Labels.read(label == null ? List.of() : label),
        Optional.ofNullable(error),
        new Executions.Span(Optional.ofNullable(from), Optional.ofNullable(to)));
  }
}
