package dev.pawl.server.flow;

import dev.pawl.engine.run.ChildFlow;
import dev.pawl.engine.store.TenantId;
import dev.pawl.model.Flow;
import dev.pawl.model.State;
import dev.pawl.model.Survey;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.row.Sha256;
import dev.pawl.server.flow.FlowRecord.Source;
import dev.pawl.server.problem.Refusal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What tests run: a version, or the draft. A draft that is tested is kept as a version that nobody
 * published, for as long as one of its tests is known.
 */
public final class TestedVersions {

  // Not one that might be deleted before its next test has begun.
  private static final String KNOWN =
      """
      select v.number from pawl.version v
       where v.tenant = ? and v.flow = ? and v.number < 0 and v.digest = ?
         and v.created_at > now() - interval '30 minutes'
       order by v.number limit 1
      """;

  // Downwards with the seconds, so that no number ever means two drafts, even if the first is gone.
  private static final String ADD =
      """
      insert into pawl.version (tenant, flow, number, digest, document, format, published_by)
      select f.tenant, f.code,
             least((select min(v.number) from pawl.version v
                     where v.tenant = f.tenant and v.flow = f.code) - 1,
                   - extract(epoch from now() - timestamptz '2026-01-01 00:00:00+00')::int),
             ?, ?, ?, ?
        from pawl.flow f where f.tenant = ? and f.code = ?
      returning number
      """;

  private static final String PURGE =
      """
      delete from pawl.version v
       where v.number < 0 and v.created_at < now() - interval '1 hour'
         and not exists (select from pawl.execution e
               where e.tenant = v.tenant and e.flow = v.flow and e.version = v.number
                 and e.test is not null)
         and not exists (select from pawl.finished e
               where e.tenant = v.tenant and e.flow = v.flow and e.version = v.number
                 and e.test is not null)
      """;

  private final Catalogue catalogue;
  private final ActiveVersions active;

  TestedVersions(Catalogue catalogue, ActiveVersions active) {
    this.catalogue = catalogue;
    this.active = active;
  }

  /** What is to be tested. */
  public record Tested(ActiveVersions.Named version, Flow flow) {

    /**
     * @param mocked names of which something is pretended
     * @throws Refusal if nothing that is called has such a name
     */
    public void mustKnow(Collection<String> mocked) {
      Set<String> known = new TreeSet<>();
      boolean callsFlows = false;
      for (Survey.Use use : Survey.of(flow.machine()).uses()) {
        if (use.state() instanceof State.Task task) {
          known.add(task.name());
          known.add(use.resource());
        }
        callsFlows |= ChildFlow.isNamedBy(use.resource());
      }
      for (String name : mocked) {
        // What flows that it calls may call nobody knows before they do.
        if (!callsFlows && !known.contains(name)) {
          throw Refusal.refused(
              "unknown-mock",
              "the flow has no Task and no resource '%s'; it has %s"
                  .formatted(
                      name, known.isEmpty() ? "none" : "'" + String.join("', '", known) + "'"));
        }
      }
    }
  }

  /** The version that is asked for, or else the draft. */
  public Tested of(TenantId tenant, String flow, Optional<Integer> version, String by) {
    if (version.isPresent()) {
      ActiveVersions.Named named = active.named(tenant, flow, version);
      FlowVersions.Published published =
          catalogue.transact(
              tenant,
              connection -> FlowVersions.get(connection, tenant, named.code(), named.version()));
      return new Tested(named, read(published.source()));
    }
    active.mustStart(tenant, flow);
    return catalogue.transact(
        tenant,
        connection -> {
          FlowRecord found = Catalogue.locked(connection, tenant, flow);
          Source draft = found.text().source();
          Flow tested = read(draft);
          int number = keep(connection, tenant, found.code(), draft, by);
          return new Tested(
              new ActiveVersions.Named(found.code(), number, found.about().priority()), tested);
        });
  }

  private static Flow read(Source source) {
    return FlowBody.read(source, true).flow().orElseThrow();
  }

  private static int keep(
      Connection connection, TenantId tenant, String code, Source draft, String by)
      throws SQLException {
    byte[] document = draft.text().getBytes(StandardCharsets.UTF_8);
    byte[] digest = Sha256.of(document);
    Optional<Integer> known =
        Rows.first(connection, KNOWN, row -> row.getInt(1), tenant.value(), code, digest);
    if (known.isPresent()) {
      return known.get();
    }
    return Rows.first(
            connection,
            ADD,
            row -> row.getInt(1),
            digest,
            document,
            FlowRows.format(draft.format()),
            by,
            tenant.value(),
            code)
        .orElseThrow();
  }

  /** Lets those drafts go of which no test is known any more, of all tenants. */
  static int purge(Borrowed everybody) {
    return everybody.update(PURGE);
  }
}
