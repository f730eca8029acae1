package dev.pawl.server.execution;

import dev.pawl.engine.Status;
import dev.pawl.postgres.query.SortedSearch.Field;
import dev.pawl.postgres.query.SortedSearch.Order;
import dev.pawl.sdk.Json;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints that show and search executions. */
@RestController
public final class ExecutionsController {

  private final ExecutionList list;
  private final ExecutionQueries queries;
  private final ActiveVersions flows;

  ExecutionsController(ExecutionList list, ExecutionQueries queries, ActiveVersions flows) {
    this.list = list;
    this.queries = queries;
    this.flows = flows;
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

  /**
   * Searches all executions. Other orders than newest first, and the errors of steps, are searched
   * within a limit of time; of live executions, the 5,000 started last are sorted by update.
   */
  @GetMapping("/api/flows/executions")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Searches the executions of all flows, newest first unless sorted otherwise.",
      flowScope = FlowScope.FILTERED)
  Listing<ExecutionView> search(
      Caller caller,
      @RequestParam(required = false) @Nullable String flow,
      @RequestParam(required = false) Status @Nullable [] status,
      @RequestParam(required = false) @Nullable String businessKey,
      @RequestParam(required = false) @Nullable List<String> label,
      @RequestParam(required = false) @Nullable String error,
      @RequestParam(required = false) @Nullable String stepError,
      @RequestParam(required = false) @Nullable String id,
      @RequestParam(required = false) @Nullable List<String> ids,
      @RequestParam(required = false) @Nullable Integer version,
      @RequestParam(required = false) @Nullable String trigger,
      @RequestParam(required = false) @Nullable Double tookMin,
      @RequestParam(required = false) @Nullable Double tookMax,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(required = false) @Pattern(regexp = "true|false|all") @Nullable String test,
      @RequestParam(required = false) @Nullable String parent,
      @RequestParam(required = false) @Nullable String family,
      @RequestParam(required = false) @Nullable Boolean retried,
      @RequestParam(defaultValue = "started") @Pattern(regexp = ListOrder.SORTS) String sort,
      @RequestParam(defaultValue = "desc") @Pattern(regexp = ListOrder.ORDERS) String order,
      @RequestParam(defaultValue = "false") boolean progress,
      @RequestParam(required = false) @Nullable String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    String code = flow == null ? null : flows.codeOrArgument(caller.tenant(), flow);
    Order by = ListOrder.of(sort, order);
    requireCursorInScope(caller, code, by);
    ExecutionFilter sought =
        new ExecutionFilter(
            code,
            status == null ? null : List.of(status),
            businessKey,
            label,
            error,
            stepError,
            id,
            ids,
            version,
            trigger,
            tookMin,
            tookMax,
            from,
            to,
            test == null ? null : Json.of(test),
            parent,
            family,
            retried);
    return list.list(
        caller.tenant(), sought, new ExecutionList.Options(by, after, limit, progress));
  }

  /**
   * Requires a flow in scope for orders whose cursor shows a value of the last execution read,
   * which may be one that the key does not reach.
   */
  private static void requireCursorInScope(Caller caller, @Nullable String flow, Order by) {
    boolean isUsual = by.field() == Field.STARTED && by.descending();
    if (caller.scope().isLimitedToFlows()
        && !isUsual
        && (flow == null || !caller.scope().hasFlow(flow))) {
      throw ApiException.forbidden(
          "this key is limited to the flows %s; to sort otherwise than by start, newest first, give"
                  .formatted(String.join(", ", caller.scope().flows().orElseThrow()))
              + " one of them with flow=");
    }
  }

  /** Searches the executions of one flow, given by its code or id. */
  @GetMapping("/api/flows/{flow}/flow-executions")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Searches the executions of one flow, newest first unless sorted otherwise.")
  Listing<ExecutionView> ofFlow(
      Caller caller,
      @PathVariable String flow,
      @RequestParam(required = false) Status @Nullable [] status,
      @RequestParam(required = false) @Nullable String businessKey,
      @RequestParam(required = false) @Nullable List<String> label,
      @RequestParam(required = false) @Nullable String error,
      @RequestParam(required = false) @Nullable String stepError,
      @RequestParam(required = false) @Nullable String id,
      @RequestParam(required = false) @Nullable List<String> ids,
      @RequestParam(required = false) @Nullable Integer version,
      @RequestParam(required = false) @Nullable String trigger,
      @RequestParam(required = false) @Nullable Double tookMin,
      @RequestParam(required = false) @Nullable Double tookMax,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(required = false) @Pattern(regexp = "true|false|all") @Nullable String test,
      @RequestParam(required = false) @Nullable String parent,
      @RequestParam(required = false) @Nullable String family,
      @RequestParam(required = false) @Nullable Boolean retried,
      @RequestParam(defaultValue = "started") @Pattern(regexp = ListOrder.SORTS) String sort,
      @RequestParam(defaultValue = "desc") @Pattern(regexp = ListOrder.ORDERS) String order,
      @RequestParam(defaultValue = "false") boolean progress,
      @RequestParam(required = false) @Nullable String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    String code = flows.code(caller.tenant(), flow);
    ExecutionFilter sought =
        new ExecutionFilter(
            code,
            status == null ? null : List.of(status),
            businessKey,
            label,
            error,
            stepError,
            id,
            ids,
            version,
            trigger,
            tookMin,
            tookMax,
            from,
            to,
            test == null ? null : Json.of(test),
            parent,
            family,
            retried);
    return list.list(
        caller.tenant(),
        sought,
        new ExecutionList.Options(ListOrder.of(sort, order), after, limit, progress));
  }
}
