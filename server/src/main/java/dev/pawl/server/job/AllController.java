package dev.pawl.server.job;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.TenantId;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.execution.Reasons;
import dev.pawl.server.flow.Halts;
import dev.pawl.server.job.Bulk.Action;
import dev.pawl.server.job.Jobs.JobView;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.tenant.Tenants;
import dev.pawl.server.web.Answers;
import dev.pawl.server.web.AuditDetail;
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
 * An emergency stop: nothing of a tenant starts until it is lifted; what runs finishes, or is
 * paused if asked for. The platform's administrators can stop all tenants.
 */
@RestController
public final class AllController {

  /** Until then every node has heard of it, and what it started before is there to be found. */
  private static final Duration HEARD = Duration.ofSeconds(1);

  private final Jobs jobs;
  private final Halts halts;
  private final Node node;
  private final Tenants tenants;

  AllController(Jobs jobs, Halts halts, Node node, Tenants tenants) {
    this.tenants = tenants;
    this.jobs = jobs;
    this.halts = halts;
    this.node = node;
  }

  /** Why, for those who look later. */
  record Why(@Nullable String reason) {

    static String of(@Nullable Why body) {
      return Reasons.checked(body == null ? null : body.reason());
    }
  }

  /** What becomes of executions that run when their tenant is stopped. */
  enum Running {
    /** They go on to their end, and so do those that they begin. */
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

  /**
   * How to stop a tenant.
   *
   * @param running what becomes of executions that run: finish unless this says pause
   */
  record Stop(@Nullable String reason, @Nullable Running running) {

    static final Stop PLAIN = new Stop(null, null);

    Running runningOrDefault() {
      return running == null ? Running.FINISH : running;
    }
  }

  @PostMapping("/api/admin/flows/pause-all")
  @Answers(202)
  ResponseEntity<JobView> pause(
      Caller caller,
      @RequestBody(required = false) @Nullable Stop body,
      @RequestParam(defaultValue = "false") boolean everyTenant,
      HttpServletRequest request) {
    Stop stop = body == null ? Stop.PLAIN : body;
    Running running = stop.runningOrDefault();
    AuditDetail.set(request, "running=" + running + (everyTenant ? "&everyTenant=true" : ""));
    Bulk bulk = Bulk.ofAll(running.action, Reasons.checked(stop.reason()));
    for (TenantId other : others(caller, everyTenant)) {
      pause(other, caller, bulk);
    }
    return begun(caller.tenant(), pause(caller.tenant(), caller, bulk));
  }

  private UUID pause(TenantId tenant, Caller caller, Bulk bulk) {
    halts.begin(tenant, caller.name(), bulk.why());
    if (bulk.what() == Action.PAUSE_ALL) {
      jobs.cancel(tenant, Action.RESUME_ALL);
    }
    return jobs.create(tenant, node.newId(), bulk, caller.name(), HEARD);
  }

  /** Lets go on what that paused; what was paused by itself stays so. */
  @PostMapping("/api/admin/flows/resume-all")
  @Answers(202)
  ResponseEntity<JobView> resume(
      Caller caller,
      @RequestBody(required = false) @Nullable Why body,
      @RequestParam(defaultValue = "false") boolean everyTenant,
      HttpServletRequest request) {
    if (everyTenant) {
      AuditDetail.set(request, "everyTenant=true");
    }
    Bulk bulk = Bulk.ofAll(Action.RESUME_ALL, Why.of(body));
    for (TenantId other : others(caller, everyTenant)) {
      resume(other, caller, bulk);
    }
    UUID id =
        resume(caller.tenant(), caller, bulk)
            .orElseThrow(
                () ->
                    Refusal.conflict(
                        "not-halted", "the flows of this tenant are not paused as a whole"));
    return begun(caller.tenant(), id);
  }

  private Optional<UUID> resume(TenantId tenant, Caller caller, Bulk bulk) {
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
      throw Refusal.forbidden("only administrators of the platform stop all tenants");
    }
    return tenants.all().stream().filter(one -> !one.equals(caller.tenant())).toList();
  }

  private ResponseEntity<JobView> begun(TenantId tenant, UUID id) {
    return ResponseEntity.accepted()
        .location(URI.create("/api/jobs/" + id))
        .body(jobs.find(tenant, id).orElseThrow());
  }
}
