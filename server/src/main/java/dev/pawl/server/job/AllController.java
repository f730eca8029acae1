package dev.pawl.server.job;

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
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * An emergency stop: nothing of a tenant starts, and all that runs is paused. The platform's
 * administrators can stop all tenants.
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

  @PostMapping("/api/admin/flows/pause-all")
  @Answers(202)
  ResponseEntity<JobView> pause(
      Caller caller,
      @RequestBody(required = false) @Nullable Why body,
      @RequestParam(defaultValue = "false") boolean everyTenant) {
    Bulk bulk = Bulk.ofAll(Action.PAUSE_ALL, Why.of(body));
    for (TenantId other : others(caller, everyTenant)) {
      pause(other, caller, bulk);
    }
    return begun(caller.tenant(), pause(caller.tenant(), caller, bulk));
  }

  private UUID pause(TenantId tenant, Caller caller, Bulk bulk) {
    halts.begin(tenant, caller.name(), bulk.why());
    jobs.cancel(tenant, Action.RESUME_ALL);
    return jobs.create(tenant, node.newId(), bulk, caller.name(), HEARD);
  }

  /** Lets go on what that paused; what was paused by itself stays so. */
  @PostMapping("/api/admin/flows/resume-all")
  @Answers(202)
  ResponseEntity<JobView> resume(
      Caller caller,
      @RequestBody(required = false) @Nullable Why body,
      @RequestParam(defaultValue = "false") boolean everyTenant) {
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
