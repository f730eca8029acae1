package dev.pawl.server.job;

import dev.pawl.engine.Status;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.job.Jobs.JobView;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiStatus;
import dev.pawl.server.web.IdParameters;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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

/** Endpoints for actions on many executions and the jobs that carry them out. */
@RestController
public final class JobsController {

  /** Maximum count of a dry run; above it, the result is a lower bound. */
  static final int MAX_COUNTED_EXECUTIONS = 10_000;

  private static final int EXECUTIONS_PER_PAGE = 1_000;

  private static final int SAMPLE_SIZE = 5;

  private final Jobs jobs;
  private final ExecutionControl control;
  private final Node node;
  private final ActiveVersions flows;

  JobsController(Jobs jobs, ExecutionControl control, Node node, ActiveVersions flows) {
    this.jobs = jobs;
    this.control = control;
    this.node = node;
    this.flows = flows;
  }

  /** The number of executions that a filter finds. */
  record MatchCount(
      @Schema(description = "Number of executions.", example = "120") int matches,
      @Schema(description = "True if there may be more.") boolean atLeast,
      @Schema(
              description = "Number of them by status.",
              example = "{\"FAILED\": 118, \"SUCCEEDED\": 2}")
          Map<Status, Integer> byStatus,
      @Schema(description = "The newest of them, at most five.") List<SampleExecution> sample) {}

  /** An execution of a sample. */
  record SampleExecution(
      @Schema(description = "Id of the execution.") UUID id,
      @Schema(description = "Code of the flow.", example = "order-saga") String flow,
      @Schema(description = "Status of the execution.") Status status,
      @Schema(description = "Business key, if it has one.", example = "order-4711")
          @Nullable String businessKey) {

    static SampleExecution of(Executions.Summary summary) {
      return new SampleExecution(
          summary.info().id().value(),
          summary.info().version().flow(),
          summary.status(),
          summary.info().tags().businessKey().orElse(null));
    }
  }

  /** Creates a job for the request, or only counts the executions in a dry run. */
  @PostMapping("/api/flows/executions/bulk")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary =
          "Cancels, retries, signals, pauses or resumes all executions that match a filter; with"
              + " dryRun it only counts them.")
  @ApiStatus(
      value = {200, 202},
      as = {MatchCount.class, JobView.class})
  ResponseEntity<?> bulk(Caller caller, @RequestBody BulkRequest body) {
    BulkRequest bulk = body.requireValid().forTenant(caller.tenant(), flows);
    if (Boolean.TRUE.equals(bulk.dryRun())) {
      return ResponseEntity.ok(count(caller, bulk.requireFilter().criteria()));
    }
    UUID id = jobs.create(caller.tenant(), node.newId(), bulk, caller.name(), Duration.ZERO);
    return ResponseEntity.accepted()
        .location(URI.create("/api/jobs/" + id))
        .body(jobs.find(caller.tenant(), id).orElseThrow());
  }

  private MatchCount count(Caller caller, Executions.Criteria criteria) {
    int matches = 0;
    Map<Status, Integer> byStatus = new EnumMap<>(Status.class);
    List<SampleExecution> sample = new ArrayList<>();
    Optional<ExecutionKey> place = Optional.empty();
    while (matches < MAX_COUNTED_EXECUTIONS) {
      List<Executions.Summary> found =
          control
              .reader()
              .search(caller.tenant(), criteria, new Executions.Page(EXECUTIONS_PER_PAGE, place));
      matches += found.size();
      found.forEach(one -> byStatus.merge(one.status(), 1, Integer::sum));
      found.stream()
          .limit(SAMPLE_SIZE - sample.size())
          .map(SampleExecution::of)
          .forEach(sample::add);
      if (found.size() < EXECUTIONS_PER_PAGE) {
        return new MatchCount(matches, false, byStatus, sample);
      }
      place = Optional.of(found.getLast().info().key());
    }
    return new MatchCount(matches, true, byStatus, sample);
  }

  /** Lists the jobs of the tenant, newest first. */
  @GetMapping("/api/jobs")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Lists the jobs that act on many executions, newest first.")
  Listing<JobView> list(
      Caller caller,
      @RequestParam(required = false) Jobs.@Nullable JobStatus status,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    Optional<UUID> place =
        after.isEmpty() ? Optional.empty() : Optional.of(Paging.parseCursor(after));
    return Listing.of(
        jobs.list(caller.tenant(), Optional.ofNullable(status), place, limit),
        limit,
        job -> job.id().toString());
  }

  @GetMapping("/api/jobs/{id}")
  @RequiresPermission(value = Permission.READ, summary = "Returns the progress of a job.")
  JobView job(Caller caller, @PathVariable String id) {
    return require(caller, id);
  }

  /** Cancels a job; the actions it has taken are not undone. */
  @PostMapping("/api/jobs/{id}/cancel")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary = "Cancels a job; what it has done is not undone.")
  JobView cancel(Caller caller, @PathVariable String id) {
    JobView job = require(caller, id);
    if (!jobs.cancel(caller.tenant(), job.id())) {
      throw ApiException.conflict("ended", "the job has ended");
    }
    return require(caller, id);
  }

  private JobView require(Caller caller, String text) {
    return jobs.find(caller.tenant(), id(text))
        .orElseThrow(() -> ApiException.notFound("job " + text));
  }

  private static UUID id(String text) {
    return IdParameters.parse(text).orElseThrow(() -> ApiException.notFound("job " + text));
  }
}
