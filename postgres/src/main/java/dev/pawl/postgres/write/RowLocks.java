package dev.pawl.postgres.write;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.postgres.row.Column;
import dev.pawl.postgres.row.KeyColumns;
import java.util.ArrayList;
import java.util.List;

/**
 * Locks all live executions that a statement changes, in key order, before it changes the first
 * one, which prevents deadlocks. A statement that changes them in one way only locks in that order
 * anyway.
 */
final class RowLocks {

  private static final String OWN =
      """
      , k as materialized (
        select e.id
          from g, (select unnest(?::int[]) as tenant, unnest(?::uuid[]) as id) u
          join pawl.execution e on e.tenant = u.tenant and e.id = u.id
         order by e.tenant, e.id for no key update of e)
      , h as materialized (select g.node, (select count(*) from k) from g)
      """;

  private static final String OWN_AND_OTHERS =
      """
      , o as materialized (
        select unnest(?::int[]) as tenant, unnest(?::uuid[]) as id
        union
        select x.tenant, x.id from x)
      , k as materialized (
        select e.id
          from g, o join pawl.execution e on e.tenant = o.tenant and e.id = o.id
         order by e.tenant, e.id for no key update of e)
      , h as materialized (select g.node, (select count(*) from k) from g)
      """;

  private static final String NONE = ", h as materialized (select g.node from g)\n";

  private final Column tenants = Column.ints();
  private final Column ids = Column.uuids();
  private final List<ExecutionKey> keys = new ArrayList<>();

  void clear() {
    keys.clear();
    tenants.clear();
    ids.clear();
  }

  void add(ExecutionKey key) {
    keys.add(key);
  }

  /**
   * Adds the lock expression.
   *
   * @param needed true if the statement changes rows in more than one way
   * @param others true if it also changes the executions in {@code x}
   */
  void appendTo(StatementBuilder builder, boolean needed, boolean others) {
    if (!needed) {
      builder.add(NONE);
      return;
    }
    keys.sort(KeyColumns.ORDER);
    for (ExecutionKey key : keys) {
      tenants.add(key.tenant().value());
      ids.add(key.id().value());
    }
    if (others) {
      builder.add(OWN_AND_OTHERS, tenants, ids);
    } else {
      builder.add(OWN, tenants, ids);
    }
  }
}
