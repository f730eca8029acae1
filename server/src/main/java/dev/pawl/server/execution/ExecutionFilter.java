package dev.pawl.server.execution;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Executions.ParentFilter;
import dev.pawl.model.NameLimit;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.IdParameters;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Conditions on executions; all of them must hold. */
public record ExecutionFilter(
    @Schema(description = "Code of the flow.", example = "order-saga") @Nullable String flow,
    @Schema(description = "Status of the execution.") @Nullable Status status,
    @Schema(description = "Business key of the execution.", example = "order-4711")
        @Nullable String businessKey,
    @Schema(
            description = "Labels that the execution has, each as name:value.",
            example = "[\"region:eu\"]")
        @Nullable List<String> label,
    @Schema(description = "Words that occur in the error or its cause.", example = "OutOfStock")
        @Nullable String error,
    @Schema(description = "Earliest start time, inclusive.") @Nullable Instant from,
    @Schema(description = "Latest start time, exclusive.") @Nullable Instant to,
    @Schema(
            description = "true finds tests only, false no tests, all both; false if absent.",
            allowableValues = {"true", "false", "all"})
        @Nullable Json test,
    @Schema(
            description =
                "Id of an execution finds its children, none top-level executions, any both; none"
                    + " if absent.",
            example = "none")
        @Nullable String parent) {

  private static final String ANY_PARENT = "any";
  private static final String NO_PARENT = "none";

  /** Treats an empty list of labels as absent. */
  public ExecutionFilter {
    label = label == null || label.isEmpty() ? null : List.copyOf(label);
  }

  /**
   * Returns true if the filter has no condition other than the default ones on tests and parents.
   */
  public boolean findsAll() {
    return !Optional.of(true).equals(tests())
        && !(parents() instanceof ParentFilter.ChildrenOf)
        && equals(new ExecutionFilter(null, null, null, null, null, null, null, test, parent));
  }

  /** Returns this filter with another flow. */
  public ExecutionFilter of(String code) {
    return new ExecutionFilter(code, status, businessKey, label, error, from, to, test, parent);
  }

  /**
   * Converts the filter to search criteria.
   *
   * @throws ApiException if a value is malformed or can never match
   */
  public Executions.Criteria criteria() {
    requireNoProblem(Optional.ofNullable(flow).flatMap(NameLimit.FLOW::problem));
    requireNoProblem(Optional.ofNullable(businessKey).flatMap(NameLimit.BUSINESS_KEY::problem));
    requireNoProblem(
        Optional.ofNullable(error).flatMap(words -> NameLimit.unstorable("error", words)));
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
          IdParameters.parse(String.valueOf(parent))
              .map(id -> new ParentFilter.ChildrenOf(new ExecutionId(id)))
              .orElseThrow(
                  () ->
                      ApiException.malformed(
                          "parent: must be the id of an execution, any or none, got '%s'"
                              .formatted(parent)));
    };
  }

  private static void requireNoProblem(Optional<String> problem) {
    problem.ifPresent(
        why -> {
          throw ApiException.refused("bad-filter", why);
        });
  }

  private Optional<Boolean> tests() {
    return switch (test == null || test.equals(JsonNull.NULL) ? "false" : test.asText()) {
      case "false" -> Optional.of(false);
      case "true" -> Optional.of(true);
      case "all" -> Optional.empty();
      default -> throw ApiException.malformed("test: must be true, false or all, got " + test);
    };
  }
}
