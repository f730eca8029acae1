package dev.pawl.server.job;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.TenantId;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.execution.ReasonText;
import dev.pawl.server.flow.EmergencyStops;
import dev.pawl.server.job.BulkRequest.BulkAction;
import dev.pawl.server.job.Jobs.JobView;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.tenant.Tenants;
import dev.pawl.server.web.ApiStatus;
import dev.pawl.server.web.AuditDetail;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Endpoints that begin and end an emergency stop: no execution of a tenant starts, and running
 * executions finish or are paused. Platform administrators can stop all tenants.
 */
@RestController
public final class EmergencyStopController {

  /**
   * Delay before the job starts, after which every node knows of the stop and all executions
   * started before are visible.
   */
  private static final Duration NODE_REACTION_TIME = Duration.ofSeconds(1);

  private final Jobs jobs;
  private final EmergencyStops emergencyStops;
  private final Node node;
  private final Tenants tenants;

  EmergencyStopController(Jobs jobs, EmergencyStops emergencyStops, Node node, Tenants tenants) {
    this.tenants = tenants;
    this.jobs = jobs;
    this.emergencyStops = emergencyStops;
    this.node = node;
  }

  /** The reason for an action. */
  record StopReason(
      @Schema(description = ReasonText.DESCRIPTION, example = ReasonText.EXAMPLE)
          @Nullable String reason) {

    static String of(@Nullable StopReason body) {
      return ReasonText.require(body == null ? null : body.reason());
    }
  }

  /** The effect of an emergency stop on running executions. */
  enum RunningExecutions {
    /** They run to their end, as do the children that they start. */
    FINISH(BulkAction.STOP_STARTS),
    PAUSE(BulkAction.PAUSE_ALL);

    private final BulkAction action;

    RunningExecutions(BulkAction action) {
      this.action = action;
    }

    @Override
    @JsonValue
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Options of an emergency stop. */
  record StopRequest(
      @Schema(description = ReasonText.DESCRIPTION, example = ReasonText.EXAMPLE)
          @Nullable String reason,
      @Schema(
              description =
                  "Effect on executions that run: finish lets them end, pause pauses them; finish"
                      + " if absent.")
          @Nullable RunningExecutions running) {

    static final StopRequest PLAIN = new StopRequest(null, null);

    RunningExecutions runningOrDefault() {
      return running == null ? RunningExecutions.FINISH : running;
    }
  }

  @PostMapping("/api/admin/flows/pause-all")
  @RequiresPermission(
      value = Permission.ADMINISTER,
      summary =
          "Stops a tenant in an emergency: nothing starts and running executions finish, or are"
              + " paused with running=pause.")
  @ApiStatus(202)
  ResponseEntity<JobView> pause(
      Caller caller,
      @RequestBody(required = false) @Nullable StopRequest body,
      @RequestParam(defaultValue = "false") boolean everyTenant,
      HttpServletRequest request) {
    StopRequest stop = body == null ? StopRequest.PLAIN : body;
    RunningExecutions running = stop.runningOrDefault();
    AuditDetail.set(request, "running=" + running + (everyTenant ? "&everyTenant=true" : ""));
    BulkRequest bulk = BulkRequest.ofAll(running.action, ReasonText.require(stop.reason()));
    for (TenantId other : affectedTenants(caller, everyTenant)) {
      pause(other, caller, bulk);
    }
    return accepted(caller.tenant(), pause(caller.tenant(), caller, bulk));
  }

  private UUID pause(TenantId tenant, Caller caller, BulkRequest bulk) {
    emergencyStops.start(tenant, caller.name(), bulk.reasonOrEmpty());
    if (bulk.requireAction() == BulkAction.PAUSE_ALL) {
      jobs.cancel(tenant, BulkAction.RESUME_ALL);
    }
    return jobs.create(tenant, node.newId(), bulk, caller.name(), NODE_REACTION_TIME);
  }

  /** Ends the emergency stop and resumes the executions it paused; individual pauses remain. */
  @PostMapping("/api/admin/flows/resume-all")
  @RequiresPermission(
      value = Permission.ADMINISTER,
      summary =
          "Ends the emergency stop of a tenant: flows start again, and executions that it paused"
              + " resume.")
  @ApiStatus(202)
  ResponseEntity<JobView> resume(
      Caller caller,
      @RequestBody(required = false) @Nullable StopReason body,
      @RequestParam(defaultValue = "false") boolean everyTenant,
      HttpServletRequest request) {
    if (everyTenant) {
      AuditDetail.set(request, "everyTenant=true");
    }
    BulkRequest bulk = BulkRequest.ofAll(BulkAction.RESUME_ALL, StopReason.of(body));
    for (TenantId other : affectedTenants(caller, everyTenant)) {
      resume(other, caller, bulk);
    }
    UUID id =
        resume(caller.tenant(), caller, bulk)
            .orElseThrow(
                () ->
                    ApiException.conflict(
                        "not-halted", "there is no emergency stop for this tenant"));
    return accepted(caller.tenant(), id);
  }

  private Optional<UUID> resume(TenantId tenant, Caller caller, BulkRequest bulk) {
    if (!emergencyStops.end(tenant)) {
      return Optional.empty();
    }
    jobs.cancel(tenant, BulkAction.STOP_STARTS);
    jobs.cancel(tenant, BulkAction.PAUSE_ALL);
    return Optional.of(jobs.create(tenant, node.newId(), bulk, caller.name(), NODE_REACTION_TIME));
  }

  private List<TenantId> affectedTenants(Caller caller, boolean everyTenant) {
    if (!everyTenant) {
      return List.of();
    }
    if (!caller.may(Permission.PLATFORM)) {
      throw ApiException.forbidden("only platform administrators may stop all tenants");
    }
    return tenants.all().stream().filter(one -> !one.equals(caller.tenant())).toList();
  }

  private ResponseEntity<JobView> accepted(TenantId tenant, UUID id) {
    return ResponseEntity.accepted()
        .location(URI.create("/api/jobs/" + id))
        .body(jobs.find(tenant, id).orElseThrow());
  }
}
