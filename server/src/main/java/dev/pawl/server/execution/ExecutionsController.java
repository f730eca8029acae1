package dev.pawl.server.execution;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.History;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.sdk.Json;
import dev.pawl.server.access.Caller;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.OneOf;
import dev.pawl.server.web.Paging;
import dev.pawl.server.web.Within;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Looking at executions. */
@RestController
public final class ExecutionsController {

  private final Control control;
  private final Showing showing;
  private final ActiveVersions flows;

  ExecutionsController(Control control, Showing showing, ActiveVersions flows) {
    this.control = control;
    this.showing = showing;
    this.flows = flows;
  }

  @GetMapping("/api/flows/executions/{id}")
  ExecutionView get(
      Caller caller,
      @PathVariable String id,
      @RequestParam(defaultValue = "0") @Within(least = 0, most = Showing.LONGEST_WAIT) int wait)
      throws InterruptedException {
    return showing.awaited(caller.execution(id), wait);
  }

  @GetMapping("/api/flows/executions")
  Listing<ExecutionView> search(
      Caller caller,
      @RequestParam(required = false) @Nullable String flow,
      @RequestParam(required = false) @Nullable Status status,
      @RequestParam(required = false) @Nullable String businessKey,
      @RequestParam(required = false) @Nullable List<String> label,
      @RequestParam(required = false) @Nullable String error,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(required = false) @OneOf({"true", "false", "all"}) @Nullable String test,
      @RequestParam(required = false) @Nullable String parent,
      @RequestParam(required = false) @Nullable String after,
      @RequestParam(defaultValue = "50") @Within(least = 1, most = Paging.MOST) int limit) {
    String code = flow == null ? null : flows.codeOr(caller.tenant(), flow);
    Sought sought =
        new Sought(
            code,
            status,
            businessKey,
            label,
            error,
            from,
            to,
            test == null ? null : Json.of(test),
            parent);
    return found(caller, sought, after, limit);
  }

  /** The same for one flow, named by its code or its id. */
  @GetMapping("/api/flows/{flow}/flow-executions")
  Listing<ExecutionView> ofFlow(
      Caller caller,
      @PathVariable String flow,
      @RequestParam(required = false) @Nullable Status status,
      @RequestParam(required = false) @Nullable String businessKey,
      @RequestParam(required = false) @Nullable List<String> label,
      @RequestParam(required = false) @Nullable String error,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(required = false) @OneOf({"true", "false", "all"}) @Nullable String test,
      @RequestParam(required = false) @Nullable String parent,
      @RequestParam(required = false) @Nullable String after,
      @RequestParam(defaultValue = "50") @Within(least = 1, most = Paging.MOST) int limit) {
    String code = flows.code(caller.tenant(), flow);
    Sought sought =
        new Sought(
            code,
            status,
            businessKey,
            label,
            error,
            from,
            to,
            test == null ? null : Json.of(test),
            parent);
    return found(caller, sought, after, limit);
  }

  private Listing<ExecutionView> found(
      Caller caller, Sought sought, @Nullable String after, int limit) {
    Executions.Page page =
        new Executions.Page(
            Paging.checked(limit),
            Optional.ofNullable(after)
                .map(Paging::place)
                .map(id -> new ExecutionKey(caller.tenant(), new ExecutionId(id))));
    return Listing.of(
        control.search(caller.tenant(), sought.criteria(), page).stream()
            .map(ExecutionView::of)
            .toList(),
        limit,
        ExecutionView::id);
  }

  @GetMapping("/api/flows/executions/{id}/steps")
  Listing<StepView> steps(
      Caller caller,
      @PathVariable String id,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "1000") @Within(least = 1, most = Paging.MOST) int limit) {
    ExecutionKey key = showing.found(caller, id).card().key();
    Executions.Recounted recounted = control.recount(key).orElseThrow();
    Listing<StepId> page =
        Listing.part(ids(recounted), after, Paging.checked(limit), StepId::toString);
    History history = control.history(recounted, Set.copyOf(page.items())::contains);
    return new Listing<>(history.seen().stream().map(StepView::of).toList(), page.next());
  }

  /** Of all steps, in the order in which they began. */
  private List<StepId> ids(Executions.Recounted recounted) {
    Set<StepId> ids = new LinkedHashSet<>();
    control.history(
        recounted,
        id -> {
          ids.add(id);
          return false;
        });
    return List.copyOf(ids);
  }
}
