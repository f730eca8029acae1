package dev.pawl.postgres.write;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.postgres.row.Column;
import dev.pawl.postgres.row.KeyColumns;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Stores the final status of executions that stay on their node and start to compensate. */
final class MarkEnding implements StatementPart {

  private static final String TEXT =
      """
      , marked as (
        update pawl.execution e
           set ending = u.ending
          from h,
               (select unnest(?::int[]) as tenant, unnest(?::uuid[]) as id,
                       unnest(?::text[]) as ending) u
         where e.tenant = u.tenant and e.id = u.id and e.owner = h.node)
      """;

  private final Column tenants = Column.ints();
  private final Column ids = Column.uuids();
  private final Column endings = Column.texts();
  private final Map<ExecutionKey, Status> marks = new TreeMap<>(KeyColumns.ORDER);

  @Override
  public void clear() {
    marks.clear();
    List.of(tenants, ids, endings).forEach(Column::clear);
  }

  void add(ExecutionKey key, Status ending) {
    marks.put(key, ending);
  }

  boolean isEmpty() {
    return marks.isEmpty();
  }

  int count() {
    return marks.size();
  }

  @Override
  public void appendTo(StatementBuilder builder) {
    if (isEmpty()) {
      return;
    }
    marks.forEach(
        (key, ending) -> {
          tenants.add(key.tenant().value());
          ids.add(key.id().value());
          endings.add(ending.name());
        });
    builder.add(TEXT, tenants, ids, endings);
  }
}
