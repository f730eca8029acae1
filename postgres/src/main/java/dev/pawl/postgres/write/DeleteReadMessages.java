package dev.pawl.postgres.write;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.postgres.row.Column;
import java.util.List;

/** Deletes messages that executions have read. */
final class DeleteReadMessages implements StatementPart {

  private static final String TEXT =
      """
      , r as (
        delete from pawl.inbox i
         using g,
               (select unnest(?::int[]) as tenant, unnest(?::uuid[]) as execution,
                       unnest(?::int[]) as read) u
         where i.tenant = u.tenant and i.execution = u.execution and i.number <= u.read)
      """;

  private final Column tenants = Column.ints();
  private final Column ids = Column.uuids();
  private final Column reads = Column.ints();

  @Override
  public void clear() {
    List.of(tenants, ids, reads).forEach(Column::clear);
  }

  void add(ExecutionKey key, int read) {
    if (read > 0) {
      tenants.add(key.tenant().value());
      ids.add(key.id().value());
      reads.add(read);
    }
  }

  int count() {
    return ids.count();
  }

  @Override
  public void appendTo(StatementBuilder builder) {
    if (ids.count() > 0) {
      builder.add(TEXT, tenants, ids, reads);
    }
  }
}
