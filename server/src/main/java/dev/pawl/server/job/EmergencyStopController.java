package dev.pawl.server.job;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.TenantId;
import dev.pawl.server.access.Access;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.execution.ReasonText;
import dev.pawl.server.flow.EmergencyStops;
import dev.pawl.server.job.BulkRequest.Action;
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
  private static final Duration HEARD = Duration.ofSeconds(1);

  private final Jobs jobs;
  private final EmergencyStops halts;
  private final Node node;
  private final Tenants tenants;

  EmergencyStopController(Jobs jobs, EmergencyStops halts, Node node, Tenants tenants) {
    this.tenants = tenants;
    this.jobs = jobs;
    this.halts = halts;
    this.node = node;
  }

  /** The reason for an action. */
  record Why(
      @Schema(description = ReasonText.DESCRIPTION, example = ReasonText.EXAMPLE)
          @Nullable String reason) {

    static String of(@Nullable Why body) {
      return ReasonText.checked(body == null ? null : body.reason());
    }
  }

  /** The effect of an emergency stop on running executions. */
  enum Running {
    /** They run to their end, as do the children that they start. */
    FINISH(Action.STOP_STARTS),
    PAUSE(Action.PAUSE_ALL);

    private final Action action;

    Running(Action action) {
      this.action = action;
    }

    @Override
    @JsonValue
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Options of an emergency stop. */
  record Stop(
      @Schema(description = ReasonText.DESCRIPTION, example = ReasonText.EXAMPLE)
          @Nullable String reason,
      @Schema(
              description =
                  "Effect on executions that run: finish lets them end, pause pauses them; finish"
                      + " if absent.")
          @Nullable Running running) {

    static final Stop PLAIN = new Stop(null, null);

    Running runningOrDefault() {
      return running == null ? Running.FINISH : running;
    }
  }

  @PostMapping("/api/admin/flows/pause-all")
  @Access(
      value = Permission.ADMINISTER,
      summary =
          "Stops a tenant in an emergency: nothing starts and running executions finish, or are"
              + " paused with running=pause.")
  @ApiStatus(202)
  ResponseEntity<JobView> pause(
      Caller caller,
      @RequestBody(required = false) @Nullable Stop body,
      @RequestParam(defaultValue = "false") boolean everyTenant,
      HttpServletRequest request) {
    Stop stop = body == null ? Stop.PLAIN : body;
    Running running = stop.runningOrDefault();
    AuditDetail.set(request, "running=" + running + (everyTenant ? "&everyTenant=true" : ""));
    BulkRequest bulk = BulkRequest.ofAll(running.action, ReasonText.checked(stop.reason()));
    for (TenantId other : others(caller, everyTenant)) {
      pause(other, caller, bulk);
    }
    return begun(caller.tenant(), pause(caller.tenant(), caller, bulk));
  }

  private UUID pause(TenantId tenant, Caller caller, BulkRequest bulk) {
    halts.begin(tenant, caller.name(), bulk.why());
    if (bulk.what() == Action.PAUSE_ALL) {
      jobs.cancel(tenant, Action.RESUME_ALL);
    }
    return jobs.create(tenant, node.newId(), bulk, caller.name(), HEARD);
  }

  /** Ends the emergency stop and resumes the executions it paused; individual pauses remain. */
  @PostMapping("/api/admin/flows/resume-all")
  @Access(
      value = Permission.ADMINISTER,
      summary =
          "Ends the emergency stop of a tenant: flows start again, and executions that it paused"
              + " resume.")
  @ApiStatus(202)
  ResponseEntity<JobView> resume(
      Caller caller,
      @RequestBody(required = false) @Nullable Why body,
      @RequestParam(defaultValue = "false") boolean everyTenant,
      HttpServletRequest request) {
    if (everyTenant) {
      AuditDetail.set(request, "everyTenant=true");
    }
    BulkRequest bulk = BulkRequest.ofAll(Action.RESUME_ALL, Why.of(body));
    for (TenantId other : others(caller, everyTenant)) {
      resume(other, caller, bulk);
    }
    UUID id =
        resume(caller.tenant(), caller, bulk)
            .orElseThrow(
                () ->
                    ApiException.conflict(
                        "not-halted", "the flows of this tenant are not paused as a whole"));
    return begun(caller.tenant(), id);
  }

  private Optional<UUID> resume(TenantId tenant, Caller caller, BulkRequest bulk) {
    if (!halts.end(tenant)) {
      return Optional.empty();
    }
    jobs.cancel(tenant, Action.STOP_STARTS);
    jobs.cancel(tenant, Action.PAUSE_ALL);
    return Optional.of(jobs.create(tenant, node.newId(), bulk, caller.name(), HEARD));
  }

  private List<TenantId> others(Caller caller, boolean everyTenant) {
    if (!everyTenant) {
      return List.of();
    }
    if (!caller.may(Permission.PLATFORM)) {
      throw ApiException.forbidden("only administrators of the platform stop all tenants");
    }
    return tenants.all().stream().filter(one -> !one.equals(caller.tenant())).toList();
  }

  private ResponseEntity<JobView> begun(TenantId tenant, UUID id) {
    return ResponseEntity.accepted()
        .location(URI.create("/api/jobs/" + id))
        .body(jobs.find(tenant, id).orElseThrow());
  }
}
