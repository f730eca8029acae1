package dev.pawl.server.explain;

import dev.pawl.engine.Execution;
import dev.pawl.engine.History;
import dev.pawl.engine.OpenHumanStep;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.IncidentException;
import dev.pawl.engine.node.Workers;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions.Recounted;
import dev.pawl.engine.store.Executions.Standing;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.access.Caller;
import dev.pawl.server.flow.Halts;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.worker.Presence;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Why an execution is not moving, and what would let it. */
@RestController
public final class ExplainController {

  private final Control control;
  private final Workers workers;
  private final Presence presence;
  private final Surroundings surroundings;

  ExplainController(
      Control control,
      Workers workers,
      Presence presence,
      Halts halts,
      Borrowed borrowed,
      Tenanted tenanted) {
    this.control = control;
    this.workers = workers;
    this.presence = presence;
    this.surroundings = new Surroundings(borrowed, tenanted, halts);
  }

  /**
   * @param ending how it will end once what it did is undone, while it compensates
   * @param deadline when the execution as a whole times out, if it does
   * @param reasons all of them; none for an execution that has ended
   */
  record Explanation(
      Status status, @Nullable Status ending, @Nullable Instant deadline, List<Reason> reasons) {}

  @GetMapping("/api/flows/executions/{id}/explain")
  Explanation explain(Caller caller, @PathVariable String id) {
    ExecutionKey key = caller.execution(id);
    Recounted recounted =
        control.recount(key).orElseThrow(() -> Refusal.notFound("execution " + id));
    Summary found = recounted.summary();
    if (found.standing().isEmpty()) {
      return new Explanation(found.status(), null, null, List.of());
    }
    Set<String> served = presence.served(caller.tenant());
    Explaining explaining =
        new Explaining(surroundings, found, found.standing().get(), workers.of(key), served);
    return explanation(explaining, recounted);
  }

  private Explanation explanation(Explaining explaining, Recounted recounted) {
    Status status = recounted.summary().status();
    Last last;
    History history;
    List<OpenHumanStep> open;
    try {
      Execution now = control.execution(recounted);
      Recounted until = recounted.until(now.seq());
      last = Last.of(control.happened(until));
      history = control.history(until, Explaining.awaited(now)::contains);
      open = control.openHumanSteps(recounted.summary().card(), history.execution());
    } catch (IncidentException unreadable) {
      Status ending = recounted.summary().standing().flatMap(Standing::ending).orElse(null);
      return new Explanation(status, ending, null, explaining.reasons(last(recounted)));
    }
    Execution now = history.execution();
    // A node that has it only to read a letter does not let it go on.
    Status told = now.isPaused() ? Status.PAUSED : status;
    Status ending = now.ending().map(Execution.Ending::status).orElse(null);
    Instant deadline = now.origin().deadline().orElse(null);
    return new Explanation(told, ending, deadline, explaining.reasons(last, history, open));
  }

  /** What happened can often be read even if the definition cannot. */
  private Last last(Recounted recounted) {
    try {
      return Last.of(control.happened(recounted));
    } catch (IncidentException unreadable) {
      return Last.UNKNOWN;
    }
  }
}
