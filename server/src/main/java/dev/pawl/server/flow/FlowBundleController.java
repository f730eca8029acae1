package dev.pawl.server.flow;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.flow.FlowSearch;
import dev.pawl.postgres.flow.FlowSearch.FlowSize;
import dev.pawl.postgres.flow.StoredFlow;
import dev.pawl.postgres.flow.StoredFlow.Source;
import dev.pawl.postgres.flow.VersionStore;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.flow.FlowImport.ImportedFlow;
import dev.pawl.server.problem.FindingView;
import dev.pawl.server.web.Paging;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints that export and import flows. */
@RestController
public final class FlowBundleController {

  /** Maximum number of findings in a response, so that a small request cannot cause a huge one. */
  private static final int MAX_FINDINGS = 1_000;

  private final Node node;
  private final DefinitionReview review;
  private final FlowRepository flows;
  private final FlowChanges changes;

  FlowBundleController(
      Node node, FlowRepository flows, FlowChanges changes, DefinitionReview review) {
    this.review = review;
    this.node = node;
    this.flows = flows;
    this.changes = changes;
  }

  @GetMapping("/api/flows/{flow}/export")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Exports a flow as it was written: its draft and its active version.")
  FlowBundle export(Caller caller, @PathVariable String flow) {
    return flows.read(
        caller.tenant(),
        connection -> {
          StoredFlow found = FlowRepository.get(connection, caller.tenant(), flow);
          return new FlowBundle(
              FlowBundle.FORMAT_VERSION, List.of(item(connection, caller.tenant(), found)), null);
        });
  }

  /** Returns a page of all flows that are not archived, ordered by code, sized for one import. */
  @GetMapping("/api/export")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Exports all flows that are not archived, in pages that an import accepts.")
  FlowBundle export(
      Caller caller,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "1000") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    return flows.read(
        caller.tenant(), connection -> page(connection, caller.tenant(), after, limit));
  }

  private static FlowBundle page(Connection connection, TenantId tenant, String after, int limit)
      throws SQLException {
    List<FlowBundle.BundledFlow> items = new ArrayList<>();
    long bytes = 0;
    String last = after;
    List<FlowSize> sizes = FlowSearch.sizes(connection, tenant, after, limit);
    for (FlowSize size : sizes) {
      bytes += size.bytes();
      if (!items.isEmpty() && bytes > FlowBundle.MAX_BYTES) {
        return new FlowBundle(FlowBundle.FORMAT_VERSION, items, last);
      }
      items.add(item(connection, tenant, FlowRepository.get(connection, tenant, size.code())));
      last = size.code();
    }
    return new FlowBundle(FlowBundle.FORMAT_VERSION, items, sizes.size() < limit ? null : last);
  }

  private static FlowBundle.BundledFlow item(
      Connection connection, TenantId tenant, StoredFlow flow) throws SQLException {
    return FlowBundle.BundledFlow.of(flow, VersionStore.active(connection, tenant, flow));
  }

  /** The result of an import. */
  record ImportResult(
      @Schema(description = "True if nothing was changed, because the request asked for a dry run.")
          boolean dryRun,
      @Schema(description = "Results per flow, in the order of the request.")
          List<ImportedFlow> flows) {}

  @PostMapping("/api/import")
  @RequiresPermission(
      value = Permission.EDIT,
      summary =
          "Imports exported flows, all of them or none; with dryRun it only reports what would"
              + " change.")
  ImportResult importFlows(
      Caller caller,
      @RequestBody FlowBundle body,
      @RequestParam(defaultValue = "false") boolean dryRun) {
    List<FlowBundle.BundledFlow> items = body.requireValidItems();
    List<ImportedFlow> brought =
        changes.apply(
            caller,
            connection -> new FlowImport(caller, node, review, dryRun).importAll(connection, items),
            done ->
                done.stream()
                    .filter(one -> one.publishes() && !dryRun)
                    .map(ImportedFlow::code)
                    .toList());
    return new ImportResult(dryRun, withFindings(caller, items, brought));
  }

  private List<ImportedFlow> withFindings(
      Caller caller, List<FlowBundle.BundledFlow> items, List<ImportedFlow> brought) {
    Set<String> codes = brought.stream().map(ImportedFlow::code).collect(Collectors.toSet());
    List<ImportedFlow> judged = new ArrayList<>();
    int left = MAX_FINDINGS;
    for (int i = 0; i < brought.size() && left > 0; i++) {
      Source source = items.get(i).source(brought.get(i).publishes());
      List<FindingView> findings =
          review.findings(caller, source, Optional.of(brought.get(i).code()), codes).stream()
              .limit(left)
              .map(FindingView::of)
              .toList();
      left -= findings.size();
      judged.add(brought.get(i).with(findings));
    }
    judged.addAll(brought.subList(judged.size(), brought.size()));
    return judged;
  }
}
