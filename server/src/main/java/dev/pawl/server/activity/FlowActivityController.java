package dev.pawl.server.activity;

import dev.pawl.engine.Status;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.query.FlowActivity;
import dev.pawl.postgres.query.FlowActivity.HourCount;
import dev.pawl.postgres.query.FlowActivity.LastRun;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.FlowScoped;
import dev.pawl.server.web.Listing;
import dev.pawl.triggers.config.StartKinds;
import dev.pawl.triggers.config.StartKinds.StartKind;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint for what several flows did lately. */
@RestController
public final class FlowActivityController {

  /** Maximum number of flows of one request, which bounds the work of the database. */
  private static final int MAX_FLOWS = 100;

  private final TenantDatabase tenanted;

  FlowActivityController(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /** Executions that started in one hour. */
  record HourView(
      @Schema(description = "Beginning of the hour.") Instant from,
      @Schema(
              description = "Number of executions that started in the hour, up to 1,000.",
              example = "120")
          int runs,
      @Schema(description = "Number of those that failed or timed out.", example = "3")
          int failures) {}

  /** The execution of a flow that started last. */
  record LastRunView(
      @Schema(description = "Id of the execution.") UUID id,
      @Schema(description = "Status of the execution.") Status status,
      @Schema(description = "Time at which it started.") Instant startedAt,
      @Schema(description = "Time at which it ended; absent if it has not.")
          @Nullable Instant endedAt,
      @Schema(description = "Name of its error; absent if it has none.", example = "Card.Declined")
          @Nullable String error) {}

  /** What one flow did lately; tests and child executions are left out. */
  record FlowActivityView(
      @Schema(description = "Code of the flow.", example = "order-saga") String flow,
      @Schema(description = "The last 24 hours, oldest first; the last one is the current hour.")
          List<HourView> hours,
      @Schema(description = "Number of executions in these hours.", example = "2880") int runs,
      @Schema(description = "Number of those that failed or timed out.", example = "12")
          int failures,
      @Schema(description = "The execution that started last; absent if there is none.")
          @Nullable LastRunView lastRun,
      @Schema(
              description =
                  "What starts the flow besides callers: its trigger and bindings that are"
                      + " enabled.",
              example = "[\"EVENT\"]")
          Set<StartKind> startedBy)
      implements FlowScoped {

    @Override
    public String flowCode() {
      return flow;
    }
  }

  @GetMapping("/api/flows/activity")
  @RequiresPermission(
      value = Permission.READ,
      summary =
          "Returns for several flows the executions and failures of each of the last 24 hours, the"
              + " last execution and what starts them.",
      flowScope = FlowScope.FILTERED)
  Listing<FlowActivityView> activity(Caller caller, @RequestParam List<String> flow) {
    List<String> codes = flow.stream().distinct().toList();
    if (codes.size() > MAX_FLOWS) {
      throw ApiException.refused(
          "too-many",
          "flow: at most %d flows can be read by one request, got %d"
              .formatted(MAX_FLOWS, codes.size()));
    }
    if (codes.stream().anyMatch(code -> code.indexOf('\0') >= 0)) {
      throw ApiException.malformed("flow: must be the code of a flow");
    }
    return tenanted
        .of(caller.tenant())
        .transact(
            connection -> {
              Map<String, List<HourCount>> hours =
                  FlowActivity.hours(connection, caller.tenant(), codes, Instant.now());
              Map<String, LastRun> last = FlowActivity.lastRuns(connection, caller.tenant(), codes);
              Map<String, Set<StartKind>> starts =
                  StartKinds.of(connection, caller.tenant(), codes);
              return new Listing<>(
                  codes.stream()
                      .map(
                          code ->
                              view(
                                  code,
                                  hours.getOrDefault(code, List.of()),
                                  last.get(code),
                                  starts.getOrDefault(code, Set.of())))
                      .toList(),
                  null);
            });
  }

  private static FlowActivityView view(
      String code, List<HourCount> hours, @Nullable LastRun last, Set<StartKind> starts) {
    return new FlowActivityView(
        code,
        hours.stream()
            .map(hour -> new HourView(hour.from(), hour.runs(), hour.failures()))
            .toList(),
        hours.stream().mapToInt(HourCount::runs).sum(),
        hours.stream().mapToInt(HourCount::failures).sum(),
        last == null
            ? null
            : new LastRunView(
                last.id(),
                last.status(),
                last.startedAt(),
                last.endedAt().orElse(null),
                last.error().orElse(null)),
        starts);
  }
}
