package dev.pawl.server.execution;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Executions;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.OneOf;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What executions are looked for by, as those who look say it.
 *
 * @param test true: only tests, false: none of them, all: both; none if nothing is said
 */
public record Sought(
    @Nullable String flow,
    @Nullable Status status,
    @Nullable String businessKey,
    @Nullable List<String> label,
    @Nullable String error,
    @Nullable Instant from,
    @Nullable Instant to,
    @OneOf({"true", "false", "all"}) @Nullable Json test) {

  /** A list of labels that has none asks for nothing. */
  public Sought {
    label = label == null || label.isEmpty() ? null : List.copyOf(label);
  }

  /** Whether it would find everything. */
  public boolean findsAll() {
    return !Optional.of(true).equals(tests())
        && equals(new Sought(null, null, null, null, null, null, null, test));
  }

  /** The same for another flow. */
  public Sought of(String code) {
    return new Sought(code, status, businessKey, label, error, from, to, test);
  }

  public Executions.Criteria criteria() {
    return new Executions.Criteria(
        Optional.ofNullable(flow),
        Optional.ofNullable(status),
        Optional.ofNullable(businessKey),
        Labels.read(label == null ? List.of() : label),
        Optional.ofNullable(error),
        new Executions.Span(Optional.ofNullable(from), Optional.ofNullable(to)),
        tests());
  }

  private Optional<Boolean> tests() {
    return switch (test == null || test.equals(JsonNull.NULL) ? "false" : test.asText()) {
      case "false" -> Optional.of(false);
      case "true" -> Optional.of(true);
      case "all" -> Optional.empty();
      default -> throw Refusal.malformed("test is true, false or all, not " + test);
    };
  }
}
