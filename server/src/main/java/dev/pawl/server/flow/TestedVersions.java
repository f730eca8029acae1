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
import java.util.HashSet;
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

  /**
   * What is to be tested.
   *
   * @param version instead of the draft
   * @param mocked names of which something is pretended
   * @param by whom
   */
  public record Asked(String flow, Optional<Integer> version, Set<String> mocked, String by) {}

  /**
   * The version that is asked for, or else one that the draft is kept as.
   *
   * @throws Refusal if it cannot be tested so
   */
  public ActiveVersions.Named of(TenantId tenant, Asked asked) {
    if (asked.version().isPresent()) {
      ActiveVersions.Named named = active.named(tenant, asked.flow(), asked.version());
      return catalogue.transact(
          tenant,
          connection -> {
            Source source =
                FlowVersions.get(connection, tenant, named.code(), named.version()).source();
            new Called(connection, tenant).mustHave(asked.mocked(), read(source));
            return named;
          });
    }
    active.mustStart(tenant, asked.flow());
    return catalogue.transact(
        tenant,
        connection -> {
          FlowRecord found = Catalogue.locked(connection, tenant, asked.flow());
          Source draft = found.text().source();
          new Called(connection, tenant).mustHave(asked.mocked(), read(draft));
          int number = keep(connection, tenant, found.code(), draft, asked.by());
          return new ActiveVersions.Named(found.code(), number, found.about().priority());
        });
  }

  /** All that a flow calls, and the flows that it calls call. */
  private static final class Called {
    private final Connection connection;
    private final TenantId tenant;
    private final Set<String> flows = new HashSet<>();
    private final Set<String> names = new TreeSet<>();
    private boolean isOpen;

    Called(Connection connection, TenantId tenant) {
      this.connection = connection;
      this.tenant = tenant;
    }

    /** A name that is nobody's would be a call that is really made. */
    void mustHave(Set<String> mocked, Flow flow) throws SQLException {
      if (mocked.isEmpty()) {
        return;
      }
      add(flow);
      // Those of the flows that it calls may not be for this caller to know.
      Set<String> own = names(flow);
      for (String name : mocked) {
        if (!isOpen && !names.contains(name)) {
          throw Refusal.refused(
              "unknown-mock",
              "the flow has no Task and no resource '%s'; it has %s"
                  .formatted(name, own.isEmpty() ? "none" : "'" + String.join("', '", own) + "'"));
        }
      }
    }

    private static Set<String> names(Flow flow) {
      Set<String> names = new TreeSet<>();
      for (Survey.Use use : Survey.of(flow.machine()).uses()) {
        names.add(use.resource());
        if (use.state() instanceof State.Task task) {
          names.add(task.name());
        }
      }
      return names;
    }

    private void add(Flow flow) throws SQLException {
      names.addAll(names(flow));
      for (Survey.Use use : Survey.of(flow.machine()).uses()) {
        Optional<String> code = ChildFlow.code(use.resource());
        if (code.isPresent() && flows.add(code.get())) {
          call(code.get());
        }
        // Which flow that is shows only when it is called.
        isOpen |= code.isEmpty() && ChildFlow.isNamedBy(use.resource());
      }
    }

    private void call(String code) throws SQLException {
      Optional<FlowRecord> called = Catalogue.find(connection, tenant, code);
      if (called.isPresent()) {
        Optional<FlowVersions.Published> version =
            FlowVersions.active(connection, tenant, called.get());
        if (version.isPresent()) {
          add(read(version.get().source()));
        }
      } else {
        isOpen = true; // a program may have it
      }
    }
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
