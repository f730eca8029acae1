package dev.pawl.postgres.failure;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Writes what people do with failure families. */
public final class FailureCareStore {

  private static final String CHANGE =
      """
      update pawl.failure_family
         set status = ?, status_at = clock_timestamp(), status_by = ?,
             note = coalesce(nullif(?, ''), note),
             resolved_at = case when ? then clock_timestamp() else resolved_at end,
             resolved_by = case when ? then ? else resolved_by end
       where tenant = ? and id = ?
      """;

  private static final String ASSIGN =
      """
      update pawl.failure_family
         set assignee = nullif(?, ''), note = coalesce(nullif(?, ''), note)
       where tenant = ? and id = ?
      """;

  private static final String LOG =
      """
      insert into pawl.failure_change (tenant, at, family, kind, by, note, assignee)
      values (?, clock_timestamp(), ?, ?, ?, nullif(?, ''), nullif(?, ''))
      """;

  private static final String HEADLINE =
      """
      update pawl.failure_family set headline = ?, headline_total = total
       where tenant = ? and id = ? and (headline is distinct from ? or headline_total <> total)
      """;

  private FailureCareStore() {}

  /**
   * Changes the status of a family.
   *
   * @param status KNOWN, RESOLVED or REOPENED, which is also the kind of the change
   * @param note empty to keep the note
   */
  public static void change(
      Connection connection, TenantId tenant, String family, String status, String by, String note)
      throws SQLException {
    boolean resolved = status.equals("RESOLVED");
    ConnectionTemplate.update(
        connection, CHANGE, status, by, note, resolved, resolved, by, tenant.value(), family);
    ConnectionTemplate.update(connection, LOG, tenant.value(), family, status, by, note, "");
  }

  /**
   * Names who takes care of a family.
   *
   * @param assignee empty if unassigned
   * @param note empty to keep the note
   */
  public static void assign(
      Connection connection,
      TenantId tenant,
      String family,
      String assignee,
      String by,
      String note)
      throws SQLException {
    ConnectionTemplate.update(connection, ASSIGN, assignee, note, tenant.value(), family);
    ConnectionTemplate.update(
        connection, LOG, tenant.value(), family, "ASSIGNED", by, note, assignee);
  }

  /** Saves the strongest factor of a family, as JSON; null if there is none. */
  public static void saveHeadline(
      Connection connection, TenantId tenant, String family, @Nullable String headline)
      throws SQLException {
    ConnectionTemplate.update(connection, HEADLINE, headline, tenant.value(), family, headline);
  }
}
