package dev.pawl.server.job;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.TenantId;
import dev.pawl.server.access.Caller;
import dev.pawl.server.execution.RetryMode;
import dev.pawl.server.flow.Halts;
import dev.pawl.server.job.Bulk.Action;
import dev.pawl.server.job.Jobs.JobView;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Answers;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** A tenant's emergency stop: nothing of it starts, and all that runs is paused. */
@RestController
public final class AllController {

  /** Until then every node has heard of it, and what it started before is there to be found. */
  private static final Duration HEARD = Duration.ofSeconds(1);

  private final Jobs jobs;
  private final Halts halts;
  private final Node node;

  AllController(Jobs jobs, Halts halts, Node node) {
    this.jobs = jobs;
    this.halts = halts;
    this.node = node;
  }

  /** Why, for those who look later. */
  record Why(@Nullable String reason) {

    static String of(@Nullable Why body) {
      String reason = body == null || body.reason() == null ? "" : body.reason();
      if (reason.length() > RetryMode.LONGEST_REASON) {
        throw Refusal.refused(
            "bad-reason",
            "a reason has at most " + RetryMode.LONGEST_REASON + " characters; shorten it");
      }
      return reason;
    }
  }

  @PostMapping("/api/admin/flows/pause-all")
  @Answers(202)
  ResponseEntity<JobView> pause(Caller caller, @RequestBody(required = false) @Nullable Why body) {
    String why = Why.of(body);
    halts.begin(caller.tenant(), caller.name(), why);
    jobs.cancel(caller.tenant(), Action.RESUME_ALL);
    return begun(caller, Bulk.ofAll(Action.PAUSE_ALL, why));
  }

  /** Lets go on what that paused; what was paused by itself stays so. */
  @PostMapping("/api/admin/flows/resume-all")
  @Answers(202)
  ResponseEntity<JobView> resume(Caller caller, @RequestBody(required = false) @Nullable Why body) {
    String why = Why.of(body);
    if (!halts.end(caller.tenant())) {
      throw Refusal.conflict("not-halted", "the flows of this tenant are not paused as a whole");
    }
    jobs.cancel(caller.tenant(), Action.PAUSE_ALL);
    return begun(caller, Bulk.ofAll(Action.RESUME_ALL, why));
  }

  private ResponseEntity<JobView> begun(Caller caller, Bulk bulk) {
    TenantId tenant = caller.tenant();
    UUID id = jobs.create(tenant, node.newId(), bulk, caller.name(), HEARD);
    return ResponseEntity.accepted()
        .location(URI.create("/api/jobs/" + id))
        .body(jobs.find(tenant, id).orElseThrow());
  }
}
