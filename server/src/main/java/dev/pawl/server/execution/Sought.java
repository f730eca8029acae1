package dev.pawl.server.execution;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Executions.ParentFilter;
import dev.pawl.model.NameLimit;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Ids;
import dev.pawl.server.web.OneOf;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What executions are looked for by, as those who look say it.
 *
 * @param test true: only tests, false: none of them, all: both; none if nothing is said
 * @param parent the id of an execution: its children, none: top-level executions, any: both;
 *     top-level ones if nothing is said
 */
public record Sought(
    @Nullable String flow,
    @Nullable Status status,
    @Nullable String businessKey,
    @Nullable List<String> label,
    @Nullable String error,
    @Nullable Instant from,
    @Nullable Instant to,
    @OneOf({"true", "false", "all"}) @Nullable Json test,
    @Nullable String parent) {

  private static final String ANY_PARENT = "any";
  private static final String NO_PARENT = "none";

  /** A list of labels that has none asks for nothing. */
  public Sought {
    label = label == null || label.isEmpty() ? null : List.copyOf(label);
  }

  /** Whether it would find everything. */
  public boolean findsAll() {
    return !Optional.of(true).equals(tests())
        && !(parents() instanceof ParentFilter.ChildrenOf)
        && equals(new Sought(null, null, null, null, null, null, null, test, parent));
  }

  /** The same for another flow. */
  public Sought of(String code) {
    return new Sought(code, status, businessKey, label, error, from, to, test, parent);
  }

  /**
   * @throws Refusal if nothing could ever be found that way
   */
  public Executions.Criteria criteria() {
    refuse(Optional.ofNullable(flow).flatMap(NameLimit.FLOW::problem));
    refuse(Optional.ofNullable(businessKey).flatMap(NameLimit.BUSINESS_KEY::problem));
    refuse(Optional.ofNullable(error).flatMap(words -> NameLimit.unstorable("error", words)));
    return new Executions.Criteria(
        Optional.ofNullable(flow),
        Optional.ofNullable(status),
        Optional.ofNullable(businessKey),
        Labels.read(label == null ? List.of() : label),
        Optional.ofNullable(error),
        new Executions.Span(Optional.ofNullable(from), Optional.ofNullable(to)),
        tests(),
        parents());
  }

  private ParentFilter parents() {
    return switch (parent == null || parent.isEmpty() ? NO_PARENT : parent) {
      case NO_PARENT -> ParentFilter.TopLevel.TOP_LEVEL;
      case ANY_PARENT -> ParentFilter.Any.ANY;
      default ->
          Ids.parse(String.valueOf(parent))
              .map(id -> new ParentFilter.ChildrenOf(new ExecutionId(id)))
              .orElseThrow(
                  () ->
                      Refusal.malformed(
                          "parent is the id of an execution, any or none, not '%s'"
                              .formatted(parent)));
    };
  }

  private static void refuse(Optional<String> problem) {
    problem.ifPresent(
        why -> {
          throw Refusal.refused("bad-filter", why);
        });
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
