package dev.pawl.server.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.flow.FlowDependents;
import dev.pawl.postgres.flow.FlowDependents.VersionCount;
import dev.pawl.postgres.flow.StoredFlow;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.flow.BulkFlowAction.Outcome;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.AuditDetail;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint that changes several flows at once. */
@RestController
public final class FlowBulkController {

  /** Maximum number of flows of one request. */
  private static final int MAX_FLOWS = 200;

  /** Maximum length of all codes of one request: the audit keeps a state of at most 32 KB. */
  private static final int MAX_CODES_LENGTH = 30_000;

  private final FlowChanges changes;

  FlowBulkController(FlowChanges changes) {
    this.changes = changes;
  }

  /** A change of several flows. */
  record FlowBulkRequest(
      @Schema(description = "The action.") @NotNull @Nullable BulkFlowAction action,
      @Schema(
              description = "Codes of the flows; at most 200.",
              example = "[\"order-saga\", \"refund\"]")
          @NotNull
          @Nullable List<String> flows,
      @Schema(
              description = "Tags that TAG adds and UNTAG removes; not for other actions.",
              example = "[\"billing\"]")
          @Nullable List<String> tags) {}

  /** What an action did to a flow, or would do. */
  enum BulkFlowResult {
    CHANGED,
    /** The flow was already as the action would make it. */
    UNCHANGED,
    /** The action is not possible; the reason is given. */
    REFUSED
  }

  /** The result for one flow. */
  record FlowBulkItem(
      @Schema(description = "Code of the flow, as the request gives it.", example = "order-saga")
          String flow,
      @Schema(description = "Name of the flow; empty if it was not found.", example = "Order saga")
          String name,
      @Schema(description = "Effect on the flow.") BulkFlowResult result,
      @Schema(
              description = "Why the action is not possible; absent otherwise.",
              example = "the flow has no version yet; publish it first")
          @Nullable String reason,
      @Schema(description = "Version that starts take afterwards.", example = "3")
          @Nullable Integer active,
      @Schema(
              description =
                  "Number of its unfinished executions, which the action does not affect; counted"
                      + " up to 10,000.",
              example = "12")
          int unfinished) {}

  /** The result of a change of several flows. */
  record FlowBulkResult(
      @Schema(description = "True if nothing was changed, because the request asked for a dry run.")
          boolean dryRun,
      @Schema(description = "Results per flow, in the order of their codes.")
          List<FlowBulkItem> flows) {}

  /**
   * Applies an action to several flows in one transaction. A flow to which the action cannot be
   * applied does not prevent the others.
   */
  @PostMapping("/api/flows/bulk")
  @RequiresPermission(
      value = Permission.EDIT,
      summary =
          "Enables, disables, tags, archives or restores several flows; with dryRun it only reports"
              + " what would change.",
      flowScope = FlowScope.FILTERED)
  FlowBulkResult bulk(
      Caller caller,
      @Valid @RequestBody FlowBulkRequest body,
      @RequestParam(defaultValue = "false") boolean dryRun,
      HttpServletRequest request) {
    BulkFlowAction action = Objects.requireNonNull(body.action());
    List<String> codes = codes(body);
    List<String> tags = tags(action, body);
    if (action.permission() == Permission.PUBLISH && !caller.may(Permission.PUBLISH)) {
      throw ApiException.forbidden(
          "action: " + action + " needs the permission PUBLISH, which this key does not have");
    }
    AuditDetail.set(
        request,
        "action=%s%s&flows=%s"
            .formatted(action, dryRun ? "&dryRun=true" : "", String.join(",", codes)));
    List<FlowBulkItem> results =
        changes.apply(
            caller,
            connection -> {
              Map<String, List<VersionCount>> unfinished =
                  FlowDependents.unfinished(connection, caller.tenant(), codes);
              List<FlowBulkItem> done = new ArrayList<>();
              for (String code : codes) {
                int live =
                    unfinished.getOrDefault(code, List.of()).stream()
                        .mapToInt(VersionCount::executions)
                        .sum();
                done.add(one(connection, caller, action, code, tags, dryRun).with(live));
              }
              return done;
            },
            done ->
                dryRun || !action.changesStarts()
                    ? List.of()
                    : done.stream()
                        .filter(item -> item.result() == BulkFlowResult.CHANGED)
                        .map(FlowBulkItem::flow)
                        .toList());
    if (!dryRun) {
      // The target of an audit entry has no room for the codes of many flows.
      AuditDetail.changed(
          Optional.empty(),
          results.stream()
              .filter(item -> item.result() == BulkFlowResult.CHANGED)
              .map(FlowBulkItem::flow)
              .toList());
    }
    return new FlowBulkResult(dryRun, results);
  }

  private static FlowBulkItemBuilder one(
      Connection connection,
      Caller caller,
      BulkFlowAction action,
      String code,
      List<String> tags,
      boolean dryRun)
      throws SQLException {
    TenantId tenant = caller.tenant();
    Optional<StoredFlow> found =
        caller.scope().hasFlow(code)
            ? FlowRepository.lockByCode(connection, tenant, code)
            : Optional.empty();
    if (found.isEmpty()) {
      return live ->
          new FlowBulkItem(
              code, "", BulkFlowResult.REFUSED, "there is no flow '" + code + "'", null, 0);
    }
    StoredFlow flow = found.get();
    Outcome outcome = action.outcome(flow, tags);
    if (outcome.result() == BulkFlowResult.CHANGED && !dryRun) {
      outcome.change().apply(connection, tenant);
    }
    return live ->
        new FlowBulkItem(
            code,
            flow.text().name(),
            outcome.result(),
            outcome.reason().orElse(null),
            outcome.active().isPresent() ? outcome.active().getAsInt() : null,
            live);
  }

  /** Completes a result by the number of unfinished executions. */
  private interface FlowBulkItemBuilder {
    FlowBulkItem with(int unfinished);
  }

  private static List<String> codes(FlowBulkRequest body) {
    TreeSet<String> codes = new TreeSet<>();
    for (String code : Objects.requireNonNull(body.flows())) {
      if (code == null) {
        throw ApiException.malformed("flows: each must be the code of a flow");
      }
      codes.add(FlowNameRules.requireCodeText("flows", code));
    }
    if (codes.isEmpty() || codes.size() > MAX_FLOWS) {
      throw ApiException.refused(
          "too-many",
          "flows: 1 to %d flows can be changed by one request, got %d"
              .formatted(MAX_FLOWS, codes.size()));
    }
    int length = codes.stream().mapToInt(String::length).sum();
    if (length > MAX_CODES_LENGTH) {
      throw ApiException.refused(
          "too-many",
          "flows: the codes have %d characters together, allowed are %d; send several requests"
              .formatted(length, MAX_CODES_LENGTH));
    }
    return List.copyOf(codes);
  }

  private static List<String> tags(BulkFlowAction action, FlowBulkRequest body) {
    List<String> tags = body.tags() == null ? List.of() : body.tags();
    if (action.takesTags() == tags.isEmpty()) {
      throw ApiException.malformed(
          action.takesTags()
              ? "tags: required for " + action + "; give at least one"
              : "tags: only for TAG and UNTAG");
    }
    if (tags.stream().anyMatch(Objects::isNull)) {
      throw ApiException.malformed("tags: each must be a text");
    }
    return FlowNameRules.requireTags(tags);
  }
}
