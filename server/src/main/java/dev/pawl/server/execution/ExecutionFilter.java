package dev.pawl.server.execution;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Executions.ParentFilter;
import dev.pawl.model.NameLimit;
import dev.pawl.postgres.failure.FamilyKey;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.IdParameters;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Conditions on executions; all of them must hold. */
public record ExecutionFilter(
    @Schema(description = "Code of the flow.", example = "order-saga") @Nullable String flow,
    @Schema(description = "Statuses, of which an execution has one.", example = "[\"FAILED\"]")
        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        @Nullable List<Status> status,
    @Schema(description = "Business key of the execution.", example = "order-4711")
        @Nullable String businessKey,
    @Schema(
            description = "Labels that the execution has, each as name:value.",
            example = "[\"region:eu\"]")
        @Nullable List<String> label,
    @Schema(description = "Words that occur in the error or its cause.", example = "OutOfStock")
        @Nullable String error,
    @Schema(
            description =
                "Words that occur in the error of any attempt of a Task, also of executions that"
                    + " went on; not for bulk actions.",
            example = "Timeout")
        @Nullable String stepError,
    @Schema(description = "Beginning of the id, at least 4 characters.", example = "0199f3c2")
        @Nullable String id,
    @Schema(
            description = "Ids of the executions, at most 1000.",
            example = "[\"0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11\"]")
        @Nullable List<String> ids,
    @Schema(description = "Number of the version that it runs.", example = "3")
        @Nullable Integer version,
    @Schema(
            description =
                "What started it: api, manual, flow, retry, or the kind of a trigger such as"
                    + " webhook, event or schedule, which a colon and its id may follow.",
            example = "webhook")
        @Nullable String trigger,
    @Schema(
            description = "Least number of seconds from its start to its end, or until now.",
            example = "10")
        @Nullable Double tookMin,
    @Schema(
            description = "Number of seconds from its start to its end, or until now, exclusive.",
            example = "60")
        @Nullable Double tookMax,
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
        @Nullable String parent,
    @Schema(
            description =
                "Id of the failure family that the execution failed in; see GET /api/failures.",
            example = "9f2c41d07ab3e865")
        @Nullable String family,
    @Schema(
            description =
                "False finds executions that no other execution retries, true the others; all if"
                    + " absent.")
        @Nullable Boolean retried) {

  /** The largest number of ids of a filter. */
  public static final int MAX_IDS = 1_000;

  private static final int MIN_PREFIX_LENGTH = 4;
  private static final double MAX_SECONDS = Duration.ofDays(36_500).toSeconds();
  private static final Pattern ID_PREFIX = Pattern.compile("[0-9a-f-]*");
  private static final Pattern ID_FORM =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final String ID_PADDING = "00000000-0000-0000-0000-000000000000";

  private static final String ANY_PARENT = "any";
  private static final String NO_PARENT = "none";

  /** Treats empty lists as absent, except that of ids, which finds nothing. */
  public ExecutionFilter {
    label = label == null || label.isEmpty() ? null : List.copyOf(label);
    status = status == null || status.isEmpty() ? null : List.copyOf(status);
    ids = ids == null ? null : List.copyOf(ids);
  }

  /**
   * Returns true if the filter has no condition other than the default ones on tests and parents.
   */
  public boolean findsAll() {
    return !Optional.of(true).equals(tests())
        && !(parents() instanceof ParentFilter.ChildrenOf)
        && equals(
            new ExecutionFilter(
                null, null, null, null, null, null, null, null, null, null, null, null, null, null,
                test, parent, null, null));
  }

  /** Returns this filter with another flow. */
  public ExecutionFilter of(String code) {
    return new ExecutionFilter(
        code,
        status,
        businessKey,
        label,
        error,
        stepError,
        id,
        ids,
        version,
        trigger,
        tookMin,
        tookMax,
        from,
        to,
        test,
        parent,
        family,
        retried);
  }

  /**
   * Converts the filter to search criteria, without the errors of steps.
   *
   * @throws ApiException if a value is malformed or can never match
   */
  public Executions.Criteria criteria() {
    requireNoProblem(Optional.ofNullable(flow).flatMap(NameLimit.FLOW::problem));
    requireNoProblem(Optional.ofNullable(businessKey).flatMap(NameLimit.BUSINESS_KEY::problem));
    requireNoProblem(
        Optional.ofNullable(error).flatMap(words -> NameLimit.unstorable("error", words)));
    requireNoProblem(
        Optional.ofNullable(stepError).flatMap(words -> NameLimit.unstorable("stepError", words)));
    requireNoProblem(
        Optional.ofNullable(trigger).flatMap(words -> NameLimit.unstorable("trigger", words)));
    return new Executions.Criteria(
        Optional.ofNullable(flow),
        status == null ? Set.of() : Set.copyOf(status),
        Optional.ofNullable(businessKey),
        Labels.read(label == null ? List.of() : label),
        Optional.ofNullable(error),
        new Executions.Span(Optional.ofNullable(from), Optional.ofNullable(to)),
        tests(),
        parents(),
        details());
  }

  private Executions.Details details() {
    return new Executions.Details(
        Optional.ofNullable(ids).map(ExecutionFilter::executionIds),
        Optional.ofNullable(id).map(ExecutionFilter::prefix),
        version == null ? OptionalInt.empty() : OptionalInt.of(version),
        Optional.ofNullable(trigger).map(ExecutionFilter::origin),
        new Executions.DurationRange(
            Optional.ofNullable(tookMin).map(seconds -> duration("tookMin", seconds)),
            Optional.ofNullable(tookMax).map(seconds -> duration("tookMax", seconds))),
        Optional.ofNullable(family).map(ExecutionFilter::familyId),
        Optional.ofNullable(retried));
  }

  private static String familyId(String text) {
    if (!FamilyKey.isId(text)) {
      throw ApiException.malformed(
          "family: must be the id of a failure family, such as 9f2c41d07ab3e865, got '%s'"
              .formatted(text));
    }
    return text;
  }

  private static List<ExecutionId> executionIds(List<String> ids) {
    if (ids.size() > MAX_IDS) {
      throw ApiException.malformed(
          "ids: %d ids are above the maximum of %d".formatted(ids.size(), MAX_IDS));
    }
    return ids.stream()
        .map(
            text ->
                IdParameters.parse(text)
                    .map(ExecutionId::new)
                    .orElseThrow(
                        () ->
                            ApiException.malformed(
                                "ids: must be ids of executions, got '%s'".formatted(text))))
        .toList();
  }

  private static String prefix(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    boolean isPrefix =
        lower.length() >= MIN_PREFIX_LENGTH
            && lower.length() <= ID_PADDING.length()
            && ID_PREFIX.matcher(lower).matches()
            && ID_FORM.matcher(lower + ID_PADDING.substring(lower.length())).matches();
    if (!isPrefix) {
      throw ApiException.malformed(
          "id: must be the beginning of an id, such as 0199f3c2, of at least %d characters, got '%s'"
              .formatted(MIN_PREFIX_LENGTH, text));
    }
    return lower;
  }

  private static Executions.OriginFilter origin(String text) {
    int colon = text.indexOf(':');
    return colon < 0
        ? new Executions.OriginFilter(text, Optional.empty())
        : new Executions.OriginFilter(
            text.substring(0, colon), Optional.of(text.substring(colon + 1)));
  }

  private static Duration duration(String name, double seconds) {
    if (!(seconds >= 0 && seconds <= MAX_SECONDS)) {
      throw ApiException.malformed(
          "%s: must be a number of seconds from 0 to %.0f".formatted(name, MAX_SECONDS));
    }
    return Duration.ofNanos(Math.round(seconds * 1e9));
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
