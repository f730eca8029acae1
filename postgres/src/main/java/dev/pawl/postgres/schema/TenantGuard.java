package dev.pawl.postgres.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Row-level security on every table that has tenants, whichever file made it, and the role that is
 * subject to it. The tables' owner, who is the engine, sees all rows.
 */
public final class TenantGuard {

  /** Whom the API is to the database. */
  public static final String ROLE = "pawl_app";

  // One table at a time: who holds a single lock cannot be in anybody's way for long.
  private static final String LOCK =
      """
      set local lock_timeout = '10s';
      select pg_advisory_xact_lock(hashtext('pawl.migration'))
      """;

  private static final String UNGUARDED = "select guarded::text from pawl.unguarded";

  private static final String GUARD = "select pawl.guard('%s'::regclass)";

  private static final String OPEN =
      """
      do $$ begin
        if not has_schema_privilege('pawl_app', 'pawl', 'usage') then
          grant usage on schema pawl to pawl_app;
        end if;
      end $$
      """;

  // Another database on this server may do the same at this moment.
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

  private static final String ENROL =
      """
      do $$ begin
        execute format('grant pawl_app to %I', current_user);
      exception when unique_violation or internal_error then null;
      end $$
      """;

  private static final String TRY =
      "set local role pawl_app; select from pawl.flow where tenant = 0";

  private static final String ME = "select quote_ident(current_user)";

  // Partitions are left out: the role reaches them through their table only.
  private static final String INSPECT =
      """
      select r.oid is not null,
             coalesce(r.rolsuper or r.rolbypassrls, false),
             coalesce(pg_has_role(r.oid, c.relowner, 'usage'), false),
             coalesce(pg_has_role(current_user, r.oid, 'member'), false),
             coalesce(pg_has_role(current_user, r.oid, '%s'), false),
             coalesce(has_schema_privilege(r.oid, 'pawl', 'usage'), false)
               and not exists (
                 select from pawl.unguarded u join pg_class t on t.oid = u.guarded
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

  private static final int SET_IS_A_RIGHT_OF_ITS_OWN = 16;

  private TenantGuard() {}

  /** Puts up what is missing. */
  public static void raise(Connection connection) throws SQLException {
    for (String table : texts(connection, UNGUARDED)) {
      raise(connection, table);
    }
  }

  private static void raise(Connection connection, String table) throws SQLException {
    connection.setAutoCommit(false);
    try {
      run(connection, LOCK);
      // It may have been done, or dropped, meanwhile.
      if (texts(connection, UNGUARDED).contains(table)) {
        run(connection, GUARD.formatted(table.replace("'", "''")));
      }
      connection.commit();
    } catch (SQLException failed) {
      connection.rollback();
      throw failed;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  /** Creates the role, takes it on, and gives it its rights, as far as this user may. */
  public static void enrol(Connection connection) throws SQLException {
    run(connection, CREATE);
    if (!isTrue(connection, IS_MEMBER.formatted(setPrivilege(connection)))) {
      run(connection, ENROL);
    }
    run(connection, OPEN);
    raise(connection);
  }

  /** Returns the name of the privilege that {@code SET ROLE} needs. */
  private static String setPrivilege(Connection connection) throws SQLException {
    return connection.getMetaData().getDatabaseMajorVersion() >= SET_IS_A_RIGHT_OF_ITS_OWN
        ? "SET"
        : "MEMBER";
  }

  /**
   * Checks whether row-level security holds for what the API asks for, and lists the statements
   * that are missing if it does not. Superusers and users with BYPASSRLS are checked like all
   * others: the API works under the role, whose own attributes count.
   *
   * @param completes whether {@link #enrol} runs at the next start, so that only those statements
   *     are listed that it cannot run itself
   */
  public static RowSecurity inspect(Connection connection, boolean completes) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(INSPECT.formatted(setPrivilege(connection)))) {
      row.next();
      RowSecurity state = state(row, completes);
      if (state.isOn()) {
        run(connection, TRY);
      }
      return state;
    } catch (SQLException failed) {
      return RowSecurity.off(String.valueOf(failed.getMessage()), List.of());
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private static RowSecurity state(ResultSet row, boolean completes) throws SQLException {
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
    boolean isLeftToEnrol = completes && !(exists && canBeSet);
    if (!row.getBoolean(6) && !isLeftToEnrol) {
      defects.add("the role " + ROLE + " lacks privileges or policies in the schema pawl");
      statements.add("grant usage on schema pawl to " + ROLE + ";");
      statements.add("select pawl.guard(guarded) from pawl.unguarded;");
    }
    return defects.isEmpty() ? RowSecurity.ON : RowSecurity.off(defects.getFirst(), statements);
  }

  /**
   * @throws SchemaException if row-level security hides the rows of others from this user, who
   *     would be a blind engine
   */
  public static void requireSight(Connection connection) throws SQLException {
    if (!isTrue(connection, SEES_ALL)) {
      throw new SchemaException(
          "Pawl's user sees no rows because the tables have another owner. Let the owner, or an"
              + " administrator, run: grant %s to %s;"
                  .formatted(
                      texts(connection, OWNER).getFirst(), texts(connection, ME).getFirst()));
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static boolean isTrue(Connection connection, String question) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(question)) {
      return rows.next() && rows.getBoolean(1);
    }
  }

  private static List<String> texts(Connection connection, String question) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(question)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }
}
