package dev.pawl.postgres.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Manages row-level security on all tables with tenants, and the role that is subject to it. The
 * engine connects as the owner of the tables, who sees all rows.
 */
public final class TenantGuard {

  /** The role under which the API runs its statements. */
  public static final String ROLE = "pawl_app";

  // One table at a time: a transaction that holds a single table lock blocks others only briefly.
  private static final String LOCK =
      """
      set local lock_timeout = '10s';
      select pg_advisory_xact_lock(hashtext('pawl.migration'))
      """;

  private static final String UNSECURED_TABLES = "select unsecured::text from pawl.unsecured_table";

  private static final String SECURE_TABLE = "select pawl.secure_tenant_rows('%s'::regclass)";

  private static final String GRANT_USAGE =
      """
      do $$ begin
        if not has_schema_privilege('pawl_app', 'pawl', 'usage') then
          grant usage on schema pawl to pawl_app;
        end if;
      end $$
      """;

  // Another database on this server may create the role at the same time.
  private static final String CREATE =
      """
      do $$ begin
        if not exists (select from pg_roles where rolname = 'pawl_app') then
          create role pawl_app nologin;
        end if;
      exception when duplicate_object or unique_violation then null;
      end $$
      """;

  private static final String IS_MEMBER = "select pg_has_role(current_user, 'pawl_app', '%s')";

  private static final String GRANT_ROLE =
      """
      do $$ begin
        execute format('grant pawl_app to %I', current_user);
      exception when unique_violation or internal_error then null;
      end $$
      """;

  private static final String TEST_ROLE =
      "set local role pawl_app; select from pawl.flow where tenant = 0";

  private static final String CURRENT_USER = "select quote_ident(current_user)";

  // Partitions are left out: the role accesses them through their parent table only.
  private static final String INSPECT =
      """
      select r.oid is not null,
             coalesce(r.rolsuper or r.rolbypassrls, false),
             coalesce(pg_has_role(r.oid, c.relowner, 'usage'), false),
             coalesce(pg_has_role(current_user, r.oid, 'member'), false),
             coalesce(pg_has_role(current_user, r.oid, '%s'), false),
             coalesce(has_schema_privilege(r.oid, 'pawl', 'usage'), false)
               and not exists (
                 select from pawl.unsecured_table u join pg_class t on t.oid = u.unsecured
                  where not t.relispartition),
             quote_ident(current_user),
             quote_ident(pg_get_userbyid(c.relowner))
        from pg_class c left join pg_roles r on r.rolname = 'pawl_app'
       where c.oid = 'pawl.execution'::regclass
      """;

  private static final String SEES_ALL =
      """
      select pg_has_role(current_user, c.relowner, 'usage')
          or (select r.rolsuper or r.rolbypassrls from pg_roles r where r.rolname = current_user)
        from pg_class c where c.oid = 'pawl.execution'::regclass
      """;

  private static final String OWNER =
      """
      select quote_ident(pg_get_userbyid(c.relowner)) from pg_class c
       where c.oid = 'pawl.execution'::regclass
      """;

  private static final int FIRST_VERSION_WITH_SET_PRIVILEGE = 16;

  private TenantGuard() {}

  /** Secures all tables that have no row-level security yet. */
  public static void secureTables(Connection connection) throws SQLException {
    for (String table : texts(connection, UNSECURED_TABLES)) {
      secureTables(connection, table);
    }
  }

  private static void secureTables(Connection connection, String table) throws SQLException {
    connection.setAutoCommit(false);
    try {
      run(connection, LOCK);
      // Another process may have secured or dropped it meanwhile.
      if (texts(connection, UNSECURED_TABLES).contains(table)) {
        run(connection, SECURE_TABLE.formatted(table.replace("'", "''")));
      }
      connection.commit();
    } catch (SQLException failed) {
      connection.rollback();
      throw failed;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  /**
   * Creates the role, grants it to the current user, and secures the tables, as far as this user
   * may.
   */
  public static void enableRole(Connection connection) throws SQLException {
    run(connection, CREATE);
    if (!isTrue(connection, IS_MEMBER.formatted(setPrivilege(connection)))) {
      run(connection, GRANT_ROLE);
    }
    run(connection, GRANT_USAGE);
    secureTables(connection);
  }

  /** Returns the name of the privilege that {@code SET ROLE} needs. */
  private static String setPrivilege(Connection connection) throws SQLException {
    return connection.getMetaData().getDatabaseMajorVersion() >= FIRST_VERSION_WITH_SET_PRIVILEGE
        ? "SET"
        : "MEMBER";
  }

  /**
   * Checks that row-level security applies to the statements of the API, and lists the SQL that is
   * missing otherwise. Superusers and users with BYPASSRLS are checked like all others: the API
   * runs under the role, whose own attributes count.
   *
   * @param enablesRole true if {@link #enableRole} runs at the next start, so that only statements
   *     that it cannot run itself are listed
   */
  public static RowSecurity inspect(Connection connection, boolean enablesRole)
      throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(INSPECT.formatted(setPrivilege(connection)))) {
      row.next();
      RowSecurity state = state(row, enablesRole);
      if (state.isOn()) {
        run(connection, TEST_ROLE);
      }
      return state;
    } catch (SQLException failed) {
      return RowSecurity.off(String.valueOf(failed.getMessage()), List.of());
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private static RowSecurity state(ResultSet row, boolean enablesRole) throws SQLException {
    boolean exists = row.getBoolean(1);
    boolean isMember = row.getBoolean(4);
    boolean canBeSet = row.getBoolean(5);
    String user = row.getString(7);
    String owner = row.getString(8);
    List<String> defects = new ArrayList<>();
    List<String> statements = new ArrayList<>();
    if (!exists) {
      defects.add("there is no role " + ROLE + ", and " + user + " may not create it");
      statements.add("create role " + ROLE + " nologin;");
    }
    if (row.getBoolean(2)) {
      defects.add("the role " + ROLE + " is SUPERUSER or BYPASSRLS");
      statements.add("alter role " + ROLE + " nosuperuser nobypassrls;");
    } else if (row.getBoolean(3)) {
      defects.add("the role " + ROLE + " has the rights of the tables' owner, " + owner);
      statements.add("revoke " + owner + " from " + ROLE + ";");
    }
    if (!canBeSet) {
      defects.add(user + " may not take on the role " + ROLE);
      statements.add("grant " + ROLE + " to " + user + (isMember ? " with set true;" : ";"));
    }
    boolean isLeftToEnableRole = enablesRole && !(exists && canBeSet);
    if (!row.getBoolean(6) && !isLeftToEnableRole) {
      defects.add("the role " + ROLE + " lacks privileges or policies in the schema pawl");
      statements.add("grant usage on schema pawl to " + ROLE + ";");
      statements.add("select pawl.secure_tenant_rows(unsecured) from pawl.unsecured_table;");
    }
    return defects.isEmpty() ? RowSecurity.ON : RowSecurity.off(defects.getFirst(), statements);
  }

  /**
   * Checks that the current user sees the rows of all tenants, as the engine must.
   *
   * @throws SchemaException if row-level security hides rows from this user
   */
  public static void requireAllRowsVisible(Connection connection) throws SQLException {
    if (!isTrue(connection, SEES_ALL)) {
      throw new SchemaException(
          "Pawl's user sees no rows because the tables have another owner. Let the owner, or an"
              + " administrator, run: grant %s to %s;"
                  .formatted(
                      texts(connection, OWNER).getFirst(),
                      texts(connection, CURRENT_USER).getFirst()));
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static boolean isTrue(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() && rows.getBoolean(1);
    }
  }

  private static List<String> texts(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }
}
