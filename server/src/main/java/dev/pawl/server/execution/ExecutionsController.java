package dev.pawl.server.execution;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.History;
import dev.pawl.engine.NextAttempts;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepAttempt;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.external.Workers;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.model.StateKind;
import dev.pawl.sdk.Json;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints that show and search executions and their steps. */
@RestController
public final class ExecutionsController {

  private final ExecutionControl control;
  private final ExecutionQueries queries;
  private final ActiveVersions flows;
  private final Workers workers;

  ExecutionsController(
      ExecutionControl control, ExecutionQueries queries, ActiveVersions flows, Workers workers) {
    this.control = control;
    this.queries = queries;
    this.flows = flows;
    this.workers = workers;
  }

  @GetMapping("/api/flows/executions/{id}")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Returns an execution; with wait it responds when the execution has ended.")
  ExecutionView get(
      Caller caller,
      @PathVariable String id,
      @RequestParam(defaultValue = "0")
          @Min(value = 0, message = "{pawl.seconds.min}")
          @Max(value = ExecutionQueries.MAX_WAIT_SECONDS, message = "{pawl.seconds.max}")
          int wait)
      throws InterruptedException {
    return queries.await(caller.execution(id), wait);
  }

  @GetMapping("/api/flows/executions")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Searches the executions of all flows, newest first.",
      flowScope = FlowScope.FILTERED)
  Listing<ExecutionView> search(
      Caller caller,
      @RequestParam(required = false) @Nullable String flow,
      @RequestParam(required = false) @Nullable Status status,
      @RequestParam(required = false) @Nullable String businessKey,
      @RequestParam(required = false) @Nullable List<String> label,
      @RequestParam(required = false) @Nullable String error,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(required = false) @Pattern(regexp = "true|false|all") @Nullable String test,
      @RequestParam(required = false) @Nullable String parent,
      @RequestParam(required = false) @Nullable String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    String code = flow == null ? null : flows.codeOrArgument(caller.tenant(), flow);
    ExecutionFilter sought =
        new ExecutionFilter(
            code,
            status,
            businessKey,
            label,
            error,
            from,
            to,
            test == null ? null : Json.of(test),
            parent);
    return list(caller, sought, after, limit);
  }

  /** Searches the executions of one flow, given by its code or id. */
  @GetMapping("/api/flows/{flow}/flow-executions")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Searches the executions of one flow, newest first.")
  Listing<ExecutionView> ofFlow(
      Caller caller,
      @PathVariable String flow,
      @RequestParam(required = false) @Nullable Status status,
      @RequestParam(required = false) @Nullable String businessKey,
      @RequestParam(required = false) @Nullable List<String> label,
      @RequestParam(required = false) @Nullable String error,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(required = false) @Pattern(regexp = "true|false|all") @Nullable String test,
      @RequestParam(required = false) @Nullable String parent,
      @RequestParam(required = false) @Nullable String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    String code = flows.code(caller.tenant(), flow);
    ExecutionFilter sought =
        new ExecutionFilter(
            code,
            status,
            businessKey,
            label,
            error,
            from,
            to,
            test == null ? null : Json.of(test),
            parent);
    return list(caller, sought, after, limit);
  }

  private Listing<ExecutionView> list(
      Caller caller, ExecutionFilter sought, @Nullable String after, int limit) {
    Executions.Page page =
        new Executions.Page(
            limit,
            Optional.ofNullable(after)
                .map(Paging::parseCursor)
                .map(id -> new ExecutionKey(caller.tenant(), new ExecutionId(id))));
    return Listing.of(
        control.reader().search(caller.tenant(), sought.criteria(), page).stream()
            .map(ExecutionView::of)
            .toList(),
        limit,
        ExecutionView::id);
  }

  @GetMapping("/api/flows/executions/{id}/steps")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Lists the steps of an execution in the order in which they began.")
  Listing<StepView> steps(
      Caller caller,
      @PathVariable String id,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "1000") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    ExecutionKey key = queries.require(caller, id).info().key();
    Executions.ExecutionRecord recounted = control.reader().load(key).orElseThrow();
    Listing<StepId> page = Listing.part(ids(recounted), after, limit, StepId::toString);
    History history = control.reader().history(recounted, Set.copyOf(page.items())::contains);
    NextAttempts next = NextAttempts.of(history.execution());
    Map<Offer.Key, String> holders = holders(key, history);
    List<StepView> views = new ArrayList<>();
    for (History.VisitedStep seen : history.seen()) {
      StepId step = seen.last().id();
      views.add(
          StepView.of(seen, next.at(step), attempts(key, history.attempts(step), step, holders)));
    }
    return new Listing<>(views, page.next());
  }

  @GetMapping("/api/flows/executions/{id}/effects")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Lists what the handlers of an execution did outside, in the order of outcomes.")
  Listing<EffectView> effects(
      Caller caller,
      @PathVariable String id,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "1000") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    ExecutionKey key = queries.require(caller, id).info().key();
    Executions.ExecutionRecord loaded = control.reader().load(key).orElseThrow();
    List<EffectView> all = control.reader().effects(loaded).stream().map(EffectView::of).toList();
    return Listing.part(all, after, limit, EffectView::id);
  }

  private static List<StepView.AttemptView> attempts(
      ExecutionKey key, List<StepAttempt> attempts, StepId step, Map<Offer.Key, String> holders) {
    return attempts.stream()
        .map(
            attempt -> {
              Offer.Key offer = new Offer.Key(key, step, attempt.number());
              boolean isRunning = attempt.status() == StepStatus.RUNNING;
              return StepView.AttemptView.of(
                  attempt, isRunning ? Optional.ofNullable(holders.get(offer)) : Optional.empty());
            })
        .toList();
  }

  /** Returns the names of the workers that hold leases on tasks of the execution. */
  private Map<Offer.Key, String> holders(ExecutionKey key, History history) {
    boolean isAnyRunning =
        history.steps().stream()
            .anyMatch(
                step ->
                    step.status() == StepStatus.RUNNING && step.place().kind() == StateKind.TASK);
    if (!isAnyRunning) {
      return Map.of();
    }
    Map<Offer.Key, String> holders = new HashMap<>();
    for (Offers.OfferStatus offer : workers.of(key)) {
      offer.holder().ifPresent(holder -> holders.put(offer.key(), holder.displayName()));
    }
    return holders;
  }

  /** Returns the ids of all steps in the order in which they began. */
  private List<StepId> ids(Executions.ExecutionRecord recounted) {
    Set<StepId> ids = new LinkedHashSet<>();
    control
        .reader()
        .history(
            recounted,
            id -> {
              ids.add(id);
              return false;
            });
    return List.copyOf(ids);
  }
}
