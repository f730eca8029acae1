package dev.pawl.postgres.write;

import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.postgres.row.Column;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Aborts the statement if a start was decided on a configuration that has changed since. Batches
 * without such starts do not read the configuration.
 */
final class CheckEpochs implements StatementPart {

  // The lock waits for a change under way, and a change waits for it; after waiting, the row that
  // is read is the changed one.
  private static final String TEXT =
      """
      , q as materialized (
        select c.tenant, c.epoch from pawl.tenant_config c where c.tenant = any(?)
         order by c.tenant for key share)
      , v as materialized (
        select unnest(?::int[]) as tenant, unnest(?::int8[]) as epoch)
      """;

  private static final String CHECK =
      """
      , (select max(pawl.refuse_stale_start()) from v
          where not exists (select from q where q.tenant = v.tenant and q.epoch = v.epoch))
      """;

  private record Decision(int tenant, long epoch) {}

  private final Column locked = Column.ints();
  private final Column tenants = Column.ints();
  private final Column epochs = Column.longs();
  private final SortedSet<Decision> decisions =
      new TreeSet<>(Comparator.comparingInt(Decision::tenant).thenComparingLong(Decision::epoch));

  @Override
  public void clear() {
    decisions.clear();
    List.of(locked, tenants, epochs).forEach(Column::clear);
  }

  void add(ExecutionMetadata info) {
    if (info.tags().origin().epoch().isPresent()) {
      Decision decision =
          new Decision(info.key().tenant().value(), info.tags().origin().epoch().getAsLong());
      decisions.add(decision);
    }
  }

  @Override
  public void appendTo(StatementBuilder builder) {
    if (decisions.isEmpty()) {
      return;
    }
    for (Decision decision : decisions) {
      locked.add(decision.tenant);
      tenants.add(decision.tenant);
      epochs.add(decision.epoch);
    }
    builder.add(TEXT, locked, tenants, epochs);
  }

  /** Adds the column of the result that fails if an epoch is not the current one. */
  void appendCheck(StatementBuilder builder) {
    if (!decisions.isEmpty()) {
      builder.add(CHECK);
    }
  }
}
