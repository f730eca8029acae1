package dev.pawl.postgres.store;

import dev.pawl.postgres.connection.Connections;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** Finds the privilege that a database user lacks and returns the statement that grants it. */
final class Privileges {

  private static final String INSUFFICIENT_PRIVILEGE = "42501";

  private static final String MISSING_GRANT =
      """
      with pawl as (
        select n.oid, has_schema_privilege(n.oid, 'usage') and has_schema_privilege(n.oid, 'create') as open
          from pg_namespace n where n.nspname = 'pawl')
      , tables as (
        select c.relowner, pg_has_role(c.relowner, 'usage') as own,
               has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
                 and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete') as open
          from pg_class c join pawl on c.relnamespace = pawl.oid where c.relkind in ('r', 'p'))
      select case
        when not exists (select from pawl) and not has_database_privilege(current_database(), 'create')
          then format('grant create on database %I to %I;', current_database(), current_user)
        when exists (select from tables where not own)
          then (select format('grant %I to %I;', pg_get_userbyid(relowner), current_user)
                  from tables where not own limit 1)
        when exists (select from pawl where not open)
          then format('grant usage, create on schema pawl to %I;', current_user)
        when exists (select from tables where not open)
          then format('grant all on all tables in schema pawl to %I;', current_user)
      end
      """;

  private Privileges() {}

  /**
   * Returns the statement that grants the missing privilege; empty if the failure has another cause
   * or the privilege cannot be determined.
   */
  static Optional<String> missing(Connections connections, SQLException failed) {
    if (!INSUFFICIENT_PRIVILEGE.equals(failed.getSQLState())) {
      return Optional.empty();
    }
    try (Connection connection = connections.openWithoutTimeouts();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(MISSING_GRANT)) {
      return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
    } catch (SQLException unknown) {
      return Optional.empty();
    }
  }
}
