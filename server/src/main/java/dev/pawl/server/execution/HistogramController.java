package dev.pawl.server.execution;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.time.ExecutionIds;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.query.ExecutionHistogram;
import dev.pawl.sdk.Json;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.problem.ApiException;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint that counts executions over time. */
@RestController
public final class HistogramController {

  private static final int MAX_BUCKETS = 200;

  private final ExecutionList list;
  private final ExecutionHistogram histogram;
  private final ActiveVersions flows;

  HistogramController(ExecutionList list, ExecutionHistogram histogram, ActiveVersions flows) {
    this.list = list;
    this.histogram = histogram;
    this.flows = flows;
  }

  /** The number of executions by start time and outcome, column by column. */
  record HistogramView(
      @Schema(description = "Beginning of the first bucket.") Instant from,
      @Schema(description = "End of the last bucket.") Instant to,
      @Schema(description = "Length of a bucket in milliseconds.", example = "1200000")
          long bucketMillis,
      @Schema(description = "Number of all executions that match.", example = "4218") long total,
      @Schema(description = "Succeeded ones by bucket.", example = "[40, 38]") List<Long> succeeded,
      @Schema(description = "Failed ones by bucket.", example = "[2, 0]") List<Long> failed,
      @Schema(description = "Ones that timed out, by bucket.", example = "[0, 1]")
          List<Long> timedOut,
      @Schema(description = "Cancelled ones by bucket.", example = "[0, 0]") List<Long> cancelled,
      @Schema(description = "Ones that have not ended, by bucket.", example = "[0, 4]")
          List<Long> live,
      @Schema(
              description =
                  "Executions that started before this time were not searched for stepError; absent"
                      + " if all were.")
          @Nullable Instant searchedFrom) {}

  /**
   * Counts the executions that match by start time. Without {@code from}, the range begins with the
   * first of them.
   */
  @GetMapping("/api/flows/executions/histogram")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Counts executions by start time and outcome.",
      flowScope = FlowScope.UNLIMITED_KEYS_ONLY)
  HistogramView histogram(
      Caller caller,
      @RequestParam(required = false) @Nullable String flow,
      @RequestParam(required = false) Status @Nullable [] status,
      @RequestParam(required = false) @Nullable String businessKey,
      @RequestParam(required = false) @Nullable List<String> label,
      @RequestParam(required = false) @Nullable String error,
      @RequestParam(required = false) @Nullable String stepError,
      @RequestParam(required = false) @Nullable String id,
      @RequestParam(required = false) @Nullable List<String> ids,
      @RequestParam(required = false) @Nullable Integer version,
      @RequestParam(required = false) @Nullable String trigger,
      @RequestParam(required = false) @Nullable Double tookMin,
      @RequestParam(required = false) @Nullable Double tookMax,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(required = false) @Pattern(regexp = "true|false|all") @Nullable String test,
      @RequestParam(required = false) @Nullable String parent,
      @RequestParam(required = false) @Nullable String family,
      @RequestParam(required = false) @Nullable Boolean retried,
      @RequestParam(defaultValue = "60") @Min(1) @Max(MAX_BUCKETS) int buckets) {
    String code = flow == null ? null : flows.codeOrArgument(caller.tenant(), flow);
    ExecutionFilter sought =
        new ExecutionFilter(
            code,
            status == null ? null : List.of(status),
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
            test == null ? null : Json.of(test),
            parent,
            family,
            retried);
    return ExecutionList.bounded(() -> count(caller.tenant(), sought, buckets));
  }

  private HistogramView count(TenantId tenant, ExecutionFilter filter, int buckets) {
    ExecutionList.Resolved resolved = list.resolve(tenant, filter);
    Instant now = Instant.now();
    Instant to = filter.to() == null || filter.to().isAfter(now) ? now : filter.to();
    Instant from =
        Optional.ofNullable(filter.from())
            .or(
                () ->
                    histogram
                        .first(tenant, resolved.criteria())
                        .map(id -> ExecutionIds.timeOf(new ExecutionId(id))))
            .orElse(to);
    if (from.isAfter(to)) {
      from = to;
    }
    if (Duration.between(from, to).toDays() > 36_500) {
      throw ApiException.malformed("from: the range must be shorter than 100 years");
    }
    long bucketMillis = Math.max(1, Math.ceilDiv(Duration.between(from, to).toMillis(), buckets));
    List<Instant> starts = new ArrayList<>();
    for (int i = 0; i < buckets; i++) {
      starts.add(from.plusMillis(i * bucketMillis));
    }
    Columns columns = new Columns(buckets);
    histogram.count(tenant, resolved.criteria(), starts).forEach(columns::add);
    return columns.view(from, to, bucketMillis, resolved.searchedFrom().orElse(null));
  }

  /** The counts by outcome; live executions are the last. */
  private static final class Columns {

    private static final Status[] OUTCOMES = {
      Status.SUCCEEDED, Status.FAILED, Status.TIMED_OUT, Status.CANCELLED
    };

    private final long[][] counts;
    private long total;

    Columns(int buckets) {
      counts = new long[OUTCOMES.length + 1][buckets];
    }

    void add(ExecutionHistogram.Count one) {
      total += one.count();
      if (one.bucket() >= 0) {
        int column =
            one.outcome().map(status -> Arrays.asList(OUTCOMES).indexOf(status)).orElse(-1);
        counts[column < 0 ? OUTCOMES.length : column][one.bucket()] += one.count();
      }
    }

    HistogramView view(
        Instant from, Instant to, long bucketMillis, @Nullable Instant searchedFrom) {
      return new HistogramView(
          from, to, bucketMillis, total, list(0), list(1), list(2), list(3), list(4), searchedFrom);
    }

    private List<Long> list(int column) {
      return LongStream.of(counts[column]).boxed().toList();
    }
  }
}
