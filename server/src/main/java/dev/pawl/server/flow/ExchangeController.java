package dev.pawl.server.flow;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.TenantId;
import dev.pawl.server.access.Caller;
import dev.pawl.server.flow.FlowRecord.Source;
import dev.pawl.server.flow.Importing.Brought;
import dev.pawl.server.problem.FindingView;
import dev.pawl.server.web.Paging;
import dev.pawl.server.web.Within;
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

/** Taking flows elsewhere, and bringing them here. */
@RestController
public final class ExchangeController {

  /** The most findings of one import, so that a small request has no huge answer. */
  private static final int MAX_FINDINGS = 1_000;

  private final Node node;
  private final Judging judging;
  private final Catalogue catalogue;
  private final ActiveVersions active;

  ExchangeController(Node node, Catalogue catalogue, ActiveVersions active, Judging judging) {
    this.judging = judging;
    this.node = node;
    this.catalogue = catalogue;
    this.active = active;
  }

  @GetMapping("/api/flows/{flow}/export")
  Exchange export(Caller caller, @PathVariable String flow) {
    return catalogue.transact(
        caller.tenant(),
        connection -> {
          FlowRecord found = Catalogue.get(connection, caller.tenant(), flow);
          return new Exchange(
              Exchange.FORM, List.of(item(connection, caller.tenant(), found)), null);
        });
  }

  /**
   * All flows of the tenant but those that are archived, by code; as many at a time as an import
   * takes.
   */
  @GetMapping("/api/export")
  Exchange export(
      Caller caller,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "1000") @Within(least = 1, most = Paging.MOST) int limit) {
    int atMost = Paging.checked(limit);
    return catalogue.transact(
        caller.tenant(), connection -> page(connection, caller.tenant(), after, atMost));
  }

  private static Exchange page(Connection connection, TenantId tenant, String after, int limit)
      throws SQLException {
    List<Exchange.Item> items = new ArrayList<>();
    long bytes = 0;
    String last = after;
    List<Catalogue.Size> sizes = Catalogue.sizes(connection, tenant, after, limit);
    for (Catalogue.Size size : sizes) {
      bytes += size.bytes();
      if (!items.isEmpty() && bytes > Exchange.MOST_BYTES) {
        return new Exchange(Exchange.FORM, items, last);
      }
      items.add(item(connection, tenant, Catalogue.get(connection, tenant, size.code())));
      last = size.code();
    }
    return new Exchange(Exchange.FORM, items, sizes.size() < limit ? null : last);
  }

  private static Exchange.Item item(Connection connection, TenantId tenant, FlowRecord flow)
      throws SQLException {
    return Exchange.Item.of(flow, FlowVersions.active(connection, tenant, flow));
  }

  /**
   * What was brought.
   *
   * @param dryRun whether it only would be
   */
  record Imported(boolean dryRun, List<Brought> flows) {}

  @PostMapping("/api/import")
  Imported bring(
      Caller caller,
      @RequestBody Exchange body,
      @RequestParam(defaultValue = "false") boolean dryRun) {
    List<Exchange.Item> items = body.checked();
    List<Brought> brought =
        catalogue.transact(
            caller.tenant(),
            connection -> new Importing(caller, node, dryRun).all(connection, items));
    active.changed();
    return new Imported(dryRun, judged(caller, items, brought));
  }

  private List<Brought> judged(Caller caller, List<Exchange.Item> items, List<Brought> brought) {
    Set<String> codes = brought.stream().map(Brought::code).collect(Collectors.toSet());
    List<Brought> judged = new ArrayList<>();
    int left = MAX_FINDINGS;
    for (int i = 0; i < brought.size() && left > 0; i++) {
      Source source = items.get(i).source(brought.get(i).publishes());
      List<FindingView> findings =
          judging.findings(caller, source, Optional.of(brought.get(i).code()), codes).stream()
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
