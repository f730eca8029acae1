package dev.pawl.postgres.row;

import dev.pawl.engine.store.ExecutionKey;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;

/**
 * Collects execution keys for conditions like {@code tenant = any(?) and id = any(?)}, which use
 * the primary key whatever the planner's estimate of the table size.
 */
public final class KeyColumns {

  /** The order in which all statements lock rows, to prevent deadlocks. */
  public static final Comparator<ExecutionKey> ORDER =
      (a, b) -> {
        int byTenant = Integer.compare(a.tenant().value(), b.tenant().value());
        return byTenant != 0 ? byTenant : compare(a.id().value(), b.id().value());
      };

  private final Set<Integer> seenTenants = new HashSet<>();

  /** Contains each tenant once. */
  public final Column tenants = Column.ints();

  /** Contains the id of each key. */
  public final Column ids = Column.uuids();

  /** Compares like PostgreSQL: as unsigned bytes. */
  private static int compare(java.util.UUID a, java.util.UUID b) {
    int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
  }

  public void clear() {
    seenTenants.clear();
    tenants.clear();
    ids.clear();
  }

  public void add(ExecutionKey key) {
    if (seenTenants.add(key.tenant().value())) {
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
