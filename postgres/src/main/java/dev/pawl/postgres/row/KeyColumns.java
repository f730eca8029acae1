package dev.pawl.postgres.row;

import dev.pawl.engine.store.ExecutionKey;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;

/**
 * Keys of executions, for conditions like {@code tenant = any(?) and id = any(?)}: they find rows
 * by the primary key, whatever the planner thinks of the size of the table.
 */
public final class KeyColumns {

  /** The order in which rows are locked, everywhere: nobody waits in a circle. */
  public static final Comparator<ExecutionKey> ORDER =
      (a, b) -> {
        int byTenant = Integer.compare(a.tenant().value(), b.tenant().value());
        return byTenant != 0 ? byTenant : compare(a.id().value(), b.id().value());
      };

  private final Set<Integer> seen = new HashSet<>();

  /** Each tenant once. */
  public final Column tenants = Column.ints();

  public final Column ids = Column.uuids();

  /** As PostgreSQL does: by the bytes, without a sign. */
  private static int compare(java.util.UUID a, java.util.UUID b) {
    int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
  }

  public void clear() {
    seen.clear();
    tenants.clear();
    ids.clear();
  }

  public void add(ExecutionKey key) {
    if (seen.add(key.tenant().value())) {
      tenants.add(key.tenant().value());
    }
    ids.add(key.id().value());
  }

  int count() {
    return ids.count();
  }

  public boolean isEmpty() {
    return ids.count() == 0;
  }
}
