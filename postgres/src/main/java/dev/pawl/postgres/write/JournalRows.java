package dev.pawl.postgres.write;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.postgres.row.Column;
import java.util.List;

/** Inserts new facts into the journal. */
final class JournalRows implements StatementPart {

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

  void add(ExecutionKey key, JournalEntry entry) {
    tenants.add(key.tenant().value());
    executions.add(key.id().value());
    seqs.add(Math.toIntExact(entry.seq()));
    ats.add(entry.at());
    facts.add(entry.fact());
  }

  @Override
  public void appendTo(StatementBuilder builder) {
    if (facts.count() > 0) {
      builder.add(TEXT, all);
    }
  }
}
