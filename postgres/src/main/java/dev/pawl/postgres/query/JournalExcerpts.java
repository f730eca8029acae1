package dev.pawl.postgres.query;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.Executions.JournalExcerpt;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Reads the journals of many executions, as far as they are short. */
final class JournalExcerpts {

  private static final String LAST =
      """
      select k.id, j.seq, j.at
        from unnest(?::uuid[]) k (id)
        join lateral (select l.seq, l.at from pawl.journal l
                       where l.tenant = ? and l.execution = k.id
                       order by l.seq desc limit 1) j on true
      """;

  // The size is known without reading a payload that is stored out of line.
  private static final String FACTS =
      """
      select s.execution, s.seq, s.at, s.fact
        from (select j.execution, j.seq, j.at, j.fact,
                     sum(octet_length(j.fact)) over (partition by j.execution) as bytes
                from unnest(?::uuid[]) k (id)
                join pawl.journal j on j.tenant = ? and j.execution = k.id) s
       where s.bytes <= ?
       order by s.execution, s.seq
      """;

  private record LastFact(UUID id, int seq, Instant at) {}

  private record Entry(UUID id, JournalEntry entry) {}

  private JournalExcerpts() {}

  static List<JournalExcerpt> read(
      Connection connection, TenantId tenant, List<ExecutionId> ids, int maxFacts, int maxBytes)
      throws SQLException {
    List<LastFact> lasts =
        Rows.list(
            connection,
            LAST,
            row ->
                new LastFact(
                    row.getObject(1, UUID.class), row.getInt(2), Rows.time(row, 3).orElseThrow()),
            array(connection, ids.stream().map(ExecutionId::value).toList()),
            tenant.value());
    List<UUID> few =
        lasts.stream().filter(last -> last.seq() <= maxFacts).map(LastFact::id).toList();
    Map<UUID, List<JournalEntry>> facts = new HashMap<>();
    for (Entry one :
        Rows.list(
            connection,
            FACTS,
            row ->
                new Entry(
                    row.getObject(1, UUID.class),
                    new JournalEntry(
                        row.getInt(2), Rows.time(row, 3).orElseThrow(), row.getBytes(4))),
            array(connection, few),
            tenant.value(),
            maxBytes)) {
      facts.computeIfAbsent(one.id(), id -> new ArrayList<>()).add(one.entry());
    }
    return lasts.stream()
        .map(
            last ->
                new JournalExcerpt(
                    new ExecutionId(last.id()),
                    last.seq(),
                    last.at(),
                    facts.getOrDefault(last.id(), List.of())))
        .toList();
  }

  private static java.sql.Array array(Connection connection, List<UUID> ids) throws SQLException {
    return connection.createArrayOf("uuid", ids.toArray());
  }
}
