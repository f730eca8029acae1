package dev.pawl.server.explain;

import dev.pawl.engine.Execution;
import dev.pawl.engine.History;
import dev.pawl.engine.OpenHumanStep;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.external.Workers;
import dev.pawl.engine.node.read.IncidentException;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.permit.LimitQueries;
import dev.pawl.postgres.query.ClusterNodes;
import dev.pawl.postgres.query.HoldQueries;
import dev.pawl.postgres.store.PostgresStore;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.flow.EmergencyStops;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.worker.Presence;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint that explains why an execution does not proceed, and what would release it. */
@RestController
public final class ExplainController {

  private final ExecutionControl control;
  private final Workers workers;
  private final Presence presence;
  private final ExplainSources sources;

  ExplainController(
      ExecutionControl control,
      Workers workers,
      Presence presence,
      EmergencyStops halts,
      PostgresStore store,
      TenantDatabase tenanted) {
    this.control = control;
    this.workers = workers;
    this.presence = presence;
    this.sources =
        new ExplainSources(
            new ClusterNodes(store.jdbc()),
            new HoldQueries(tenanted),
            new LimitQueries(tenanted),
            halts,
            store.breakers(tenanted));
  }

  /** The reasons why an execution does not proceed. */
  record Explanation(
      @Schema(description = "Status of the execution.") Status status,
      @Schema(description = "Status that it will end with, while it compensates.")
          @Nullable Status ending,
      @Schema(description = "Time at which the execution as a whole times out, if it does.")
          @Nullable Instant deadline,
      @Schema(description = "All reasons; empty if the execution has ended.")
          List<HoldReason> reasons) {}

  @GetMapping("/api/flows/executions/{id}/explain")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Explains why an execution does not proceed, and what would release it.")
  Explanation explain(Caller caller, @PathVariable String id) {
    ExecutionKey key = caller.execution(id);
    Executions.ExecutionRecord recounted =
        control.reader().load(key).orElseThrow(() -> ApiException.notFound("execution " + id));
    Summary found = recounted.summary();
    if (found.standing().isEmpty()) {
      return new Explanation(found.status(), null, null, List.of());
    }
    Set<String> served = presence.servedResources(caller.tenant());
    Explainer explaining =
        new Explainer(sources, found, found.standing().get(), workers.of(key), served);
    return explanation(explaining, recounted);
  }

  private Explanation explanation(Explainer explaining, Executions.ExecutionRecord recounted) {
    Status status = recounted.summary().status();
    LastFacts last;
    History history;
    List<OpenHumanStep> open;
    try {
      Execution now = control.reader().execution(recounted);
      Executions.ExecutionRecord until = recounted.until(now.seq());
      last = LastFacts.of(control.reader().journal(until));
      history = control.reader().history(until, Explainer.awaitedSteps(now)::contains);
      open = control.reader().openHumanSteps(recounted.summary().info(), history.execution());
    } catch (IncidentException unreadable) {
      Status ending =
          recounted.summary().standing().flatMap(Executions.WaitState::ending).orElse(null);
      return new Explanation(status, ending, null, explaining.reasons(last(recounted)));
    }
    Execution now = history.execution();
    // A paused execution may be loaded on a node only to read a message; it is still paused.
    Status shown = now.isPaused() ? Status.PAUSED : status;
    Status ending = now.ending().map(Execution.Ending::status).orElse(null);
    Instant deadline = now.origin().deadline().orElse(null);
    return new Explanation(shown, ending, deadline, explaining.reasons(last, history, open));
  }

  /**
   * Returns the last facts of an execution whose definition cannot be read; the journal often can.
   */
  private LastFacts last(Executions.ExecutionRecord recounted) {
    try {
      return LastFacts.of(control.reader().journal(recounted));
    } catch (IncidentException unreadable) {
      return LastFacts.UNKNOWN;
    }
  }
}
