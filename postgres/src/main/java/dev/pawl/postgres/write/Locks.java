package dev.pawl.postgres.write;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.postgres.row.Column;
import dev.pawl.postgres.row.KeyColumns;
import java.util.ArrayList;
import java.util.List;

/**
 * Locks all live executions that a statement changes, in the order of their keys, before it changes
 * the first: two statements can wait for each other, but never in a circle. A statement that
 * changes them in one way only does so in that order anyway.
 */
final class Locks {

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
  private final List<ExecutionKey> own = new ArrayList<>();

  void clear() {
    own.clear();
    tenants.clear();
    ids.clear();
  }

  void add(ExecutionKey key) {
    own.add(key);
  }

  /**
   * @param needed whether the statement changes rows in more than one way
   * @param others whether it changes executions besides its own, which are in x
   */
  void draft(Draft draft, boolean needed, boolean others) {
    if (!needed) {
      draft.add(NONE);
      return;
    }
    own.sort(KeyColumns.ORDER);
    for (ExecutionKey key : own) {
      tenants.add(key.tenant().value());
      ids.add(key.id().value());
    }
    if (others) {
      draft.add(OWN_AND_OTHERS, tenants, ids);
    } else {
      draft.add(OWN, tenants, ids);
    }
  }
}
