package dev.pawl.postgres.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.flow.StoredFlow.Source;
import dev.pawl.postgres.row.Sha256;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Stores drafts that tests run, as unpublished versions with negative numbers; each is kept as long
 * as a test refers to it.
 */
public final class TestedDrafts {

  // The age limit leaves out versions that the purge may delete before the next test starts.
  private static final String KNOWN =
      """
      select v.number from pawl.version v
       where v.tenant = ? and v.flow = ? and v.number < 0 and v.digest = ?
         and v.created_at > now() - interval '30 minutes'
       order by v.number limit 1
      """;

  // Numbers decrease with the clock, so that a number is never reused, even after a purge.
  private static final String ADD =
      """
      insert into pawl.version (tenant, flow, number, digest, document, source, format, published_by)
      select f.tenant, f.code,
             least((select min(v.number) from pawl.version v
                     where v.tenant = f.tenant and v.flow = f.code) - 1,
                   - extract(epoch from now() - timestamptz '2026-01-01 00:00:00+00')::int),
             ?, ?, nullif(?, ''), ?, ?
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

  private TestedDrafts() {}

  /**
   * Stores a draft unless it was stored recently, and returns its number.
   *
   * @param code code of a flow whose row the transaction has locked
   * @param by name of the caller
   */
  public static int keep(
      Connection connection, TenantId tenant, String code, Source draft, String by)
      throws SQLException {
    CompiledSource compiled = CompiledSource.of(draft);
    byte[] digest = Sha256.of(draft.text().getBytes(StandardCharsets.UTF_8));
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
            compiled.document(),
            compiled.source(),
            FlowRows.format(draft.format()),
            by,
            tenant.value(),
            code)
        .orElseThrow();
  }

  /**
   * Deletes tested drafts that no test refers to; returns their number.
   *
   * @param allTenants connections that see the rows of all tenants
   */
  public static int purge(ConnectionTemplate allTenants) {
    return allTenants.update(PURGE);
  }
}
