package dev.pawl.postgres.write;

import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.postgres.row.Column;
import java.util.List;

/** New facts. */
final class JournalRows implements Part {

  private static final String TEXT =
      """
      , j as (
        insert into pawl.journal (tenant, execution, seq, at, fact)
        select unnest(?::int[]), unnest(?::uuid[]), unnest(?::int[]), unnest(?::timestamptz[]),
               unnest(?::bytea[])
          from g)
      """;

  private final Column tenants = Column.ints();
  private final Column executions = Column.uuids();
  private final Column seqs = Column.ints();
  private final Column ats = Column.times();
  private final Column facts = Column.blobs();
  private final List<Column> all = List.of(tenants, executions, seqs, ats, facts);

  @Override
  public void clear() {
    all.forEach(Column::clear);
  }

  void add(ExecutionKey key, Entry entry) {
    tenants.add(key.tenant().value());
    executions.add(key.id().value());
    seqs.add(Math.toIntExact(entry.seq()));
    ats.add(entry.at());
    facts.add(entry.fact());
  }

  @Override
  public void draft(Draft draft) {
    if (facts.count() > 0) {
      draft.add(TEXT, all);
    }
  }
}
