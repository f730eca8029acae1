package dev.pawl.server.job;

import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.server.access.Caller;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.job.Jobs.JobView;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Answers;
import dev.pawl.server.web.Ids;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import dev.pawl.server.web.Within;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Doing something to many executions. */
@RestController
public final class JobsController {

  /** Beyond this, a dry run says "at least". */
  static final int MOST_COUNTED = 10_000;

  private static final int PAGE = 1_000;

  private final Jobs jobs;
  private final Control control;
  private final Node node;
  private final ActiveVersions flows;

  JobsController(Jobs jobs, Control control, Node node, ActiveVersions flows) {
    this.jobs = jobs;
    this.control = control;
    this.node = node;
    this.flows = flows;
  }

  /**
   * How many executions a filter fits.
   *
   * @param atLeast whether there may be more
   */
  record Matches(int matches, boolean atLeast) {}

  /** Makes a job of it, or only counts. */
  @PostMapping("/api/flows/executions/bulk")
  @Answers(
      value = {200, 202},
      as = {Matches.class, JobView.class})
  ResponseEntity<?> bulk(Caller caller, @RequestBody Bulk body) {
    Bulk bulk = body.asked().in(caller.tenant(), flows);
    if (Boolean.TRUE.equals(bulk.dryRun())) {
      return ResponseEntity.ok(count(caller, bulk.which().criteria()));
    }
    UUID id = jobs.create(caller.tenant(), node.newId(), bulk, caller.name(), Duration.ZERO);
    return ResponseEntity.accepted()
        .location(URI.create("/api/jobs/" + id))
        .body(jobs.find(caller.tenant(), id).orElseThrow());
  }

  private Matches count(Caller caller, Executions.Criteria criteria) {
    int matches = 0;
    Optional<ExecutionKey> place = Optional.empty();
    while (matches < MOST_COUNTED) {
      List<Executions.Summary> found =
          control.search(caller.tenant(), criteria, new Executions.Page(PAGE, place));
      matches += found.size();
      if (found.size() < PAGE) {
        return new Matches(matches, false);
      }
      place = Optional.of(found.getLast().card().key());
    }
    return new Matches(matches, true);
  }

  /** The newest first. */
  @GetMapping("/api/jobs")
  Listing<JobView> list(
      Caller caller,
      @RequestParam(required = false) Jobs.@Nullable Status status,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Within(least = 1, most = Paging.MOST) int limit) {
    int atMost = Paging.checked(limit);
    Optional<UUID> place = after.isEmpty() ? Optional.empty() : Optional.of(Paging.place(after));
    return Listing.of(
        jobs.list(caller.tenant(), Optional.ofNullable(status), place, atMost),
        atMost,
        job -> job.id().toString());
  }

  @GetMapping("/api/jobs/{id}")
  JobView job(Caller caller, @PathVariable String id) {
    return found(caller, id);
  }

  /** What was done stays done; nothing more is. */
  @PostMapping("/api/jobs/{id}/cancel")
  JobView cancel(Caller caller, @PathVariable String id) {
    JobView job = found(caller, id);
    if (!jobs.cancel(caller.tenant(), job.id())) {
      throw Refusal.conflict("ended", "the job has ended");
    }
    return found(caller, id);
  }

  private JobView found(Caller caller, String text) {
    return jobs.find(caller.tenant(), id(text)).orElseThrow(() -> Refusal.notFound("job " + text));
  }

  private static UUID id(String text) {
    return Ids.parse(text).orElseThrow(() -> Refusal.notFound("job " + text));
  }
}
