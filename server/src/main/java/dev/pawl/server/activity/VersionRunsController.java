package dev.pawl.server.activity;

import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.flow.FlowRef;
import dev.pawl.postgres.flow.FlowStore;
import dev.pawl.postgres.flow.StoredFlow;
import dev.pawl.postgres.query.FlowRunStats;
import dev.pawl.postgres.query.FlowRunStats.RunCount;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.IdParameters;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint for the statistics of one flow. */
@RestController
public final class VersionRunsController {

  private static final int MAX_DAYS = 30;

  private final TenantDatabase tenanted;
  private final VersionRuns stats;

  VersionRunsController(TenantDatabase tenanted, ExecutionControl control) {
    this.tenanted = tenanted;
    this.stats = new VersionRuns(tenanted, control);
  }

  /** Counts of executions. */
  record RunCountView(
      @Schema(
              description = "Number of the version; absent for all versions together.",
              example = "3")
          @Nullable Integer version,
      @Schema(description = "Number of executions that have ended.", example = "4216") int runs,
      @Schema(description = "Number of those that failed or timed out.", example = "312")
          int failures,
      @Schema(
              description = "Milliseconds that half of the executions did not exceed.",
              example = "4300")
          long p50Millis,
      @Schema(
              description = "Milliseconds that 95 of 100 executions did not exceed.",
              example = "6100")
          long p95Millis) {

    static RunCountView of(RunCount count) {
      return new RunCountView(
          count.version().isPresent() ? count.version().getAsInt() : null,
          count.runs(),
          count.failures(),
          count.median().toMillis(),
          count.p95().toMillis());
    }
  }

  /** What executions did in one state. */
  record StateCountView(
      @Schema(
              description =
                  "Path of the state: its name, behind the states, branches and items around it. An"
                      + " asterisk stands for all items of a Map or all nodes of a Graph.",
              example = "Ship items/*/Book")
          String state,
      @Schema(description = "Number of visits.", example = "4216") long visits,
      @Schema(description = "Number of visits that failed.", example = "312") long failures,
      @Schema(
              description =
                  "Milliseconds that 95 of 100 sampled visits did not exceed; absent if none has"
                      + " ended.",
              example = "1200")
          @Nullable Long p95Millis) {}

  /** How often executions went from one state to another. */
  record WayCountView(
      @Schema(description = "Path of the state, or (start).", example = "(start)") String from,
      @Schema(description = "Path of the next state.", example = "Load order") String to,
      @Schema(description = "Number of times.", example = "4216") long count) {}

  /** What executions of one version did in its states. */
  record StatesView(
      @Schema(description = "Number of the version.", example = "3") int version,
      @Schema(
              description =
                  "Number of executions whose histories were read: the newest 50 that failed and"
                      + " the newest 100 others, without retries and very long histories.",
              example = "150")
          int sampled,
      @Schema(
              description =
                  "True if the numbers are estimated from the sample, because the version has more"
                      + " executions.")
          boolean estimated,
      @Schema(description = "States that were visited.") List<StateCountView> states,
      @Schema(description = "Ways that were taken.") List<WayCountView> ways) {}

  /** The statistics of a flow; tests and child executions are left out. */
  record VersionRunsView(
      @Schema(description = "Beginning of the period that was counted.") Instant from,
      @Schema(
              description =
                  "True if only the newest 20,000 executions were counted, because there are more.")
          boolean capped,
      @Schema(description = "All versions together.") RunCountView total,
      @Schema(description = "Versions with executions, newest first.") List<RunCountView> versions,
      @Schema(
              description =
                  "States of the requested version; absent if no version was requested or it has no"
                      + " ended executions in the period.")
          @Nullable StatesView states) {}

  @GetMapping("/api/flows/{flow}/version-runs")
  @RequiresPermission(
      value = Permission.READ,
      summary =
          "Returns how many executions of a flow ended and failed and how long they took, by"
              + " version, and what the states of one version did.")
  VersionRunsView versionRuns(
      Caller caller,
      @PathVariable String flow,
      @RequestParam(required = false) @Nullable Integer version,
      @RequestParam(defaultValue = "7") @Min(1) @Max(MAX_DAYS) int days) {
    TenantId tenant = caller.tenant();
    String code = find(tenant, flow).code();
    Instant since = Instant.now().minus(Duration.ofDays(days));
    List<RunCount> counts = stats.totals(tenant, code, since);
    RunCount total = counts.getFirst();
    boolean capped = total.runs() >= FlowRunStats.MAX_COUNTED;
    Optional<RunCount> wanted =
        counts.stream()
            .filter(count -> version != null && count.version().orElse(-1) == version)
            .findFirst();
    return new VersionRunsView(
        capped ? total.oldest().orElse(since) : since,
        capped,
        RunCountView.of(total),
        counts.stream().filter(count -> count.version().isPresent()).map(RunCountView::of).toList(),
        wanted
            .map(count -> view(count, stats.states(tenant, code, count, days, since)))
            .orElse(null));
  }

  private StoredFlow find(TenantId tenant, String flow) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                FlowStore.find(connection, tenant, new FlowRef(IdParameters.parse(flow), flow)))
        .orElseThrow(() -> ApiException.notFound("flow '" + flow + "'"));
  }

  private static StatesView view(RunCount count, StateSample sample) {
    return new StatesView(
        count.version().orElseThrow(),
        sample.executions(),
        sample.executions() < count.runs(),
        sample.states().entrySet().stream()
            .map(
                state -> {
                  Duration p95 = state.getValue().p95();
                  return new StateCountView(
                      state.getKey(),
                      state.getValue().visits(),
                      state.getValue().failures(),
                      p95 == null ? null : p95.toMillis());
                })
            .toList(),
        sample.ways().entrySet().stream()
            .map(
                way ->
                    new WayCountView(
                        way.getKey().from(), way.getKey().to(), Math.round(way.getValue())))
            .toList());
  }
}
