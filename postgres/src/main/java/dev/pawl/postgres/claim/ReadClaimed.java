package dev.pawl.postgres.claim;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.InboxMessage;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.DedicatedConnection;
import dev.pawl.postgres.membership.RowHints;
import dev.pawl.postgres.row.AwaitedText;
import dev.pawl.postgres.row.Column;
import dev.pawl.postgres.row.ExecutionInfoRows;
import dev.pawl.postgres.row.KeyColumns;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads all data that a node needs to continue executions: infos, snapshots, later facts, messages.
 */
final class ReadClaimed {

  private static final String INFOS =
      """
      select %s, e.messages, e.awaited, e.started from pawl.execution e
       where e.tenant = any(?) and e.id = any(?)
      """
          .formatted(ExecutionInfoRows.COLUMNS);

  private static final String SNAPSHOTS =
      """
      select s.tenant, s.execution, s.seq, s.at, s.format, s.bytes from pawl.snapshot s
       where s.tenant = any(?) and s.execution = any(?)
      """;

  // The rows of each execution are contiguous and in order.
  private static final String FACTS =
      """
      select u.tenant, u.execution, t.seq, t.at, t.fact
        from unnest(?::int[], ?::uuid[], ?::int[]) u(tenant, execution, seq),
             lateral (select j.seq, j.at, j.fact from pawl.journal j
                       where j.tenant = u.tenant and j.execution = u.execution and j.seq > u.seq
                       order by j.tenant, j.execution, j.seq) t
      """;

  private static final String MESSAGES =
      """
      select u.tenant, u.execution, t.number, t.at, t.body
        from unnest(?::int[], ?::uuid[]) u(tenant, execution),
             lateral (select i.number, i.at, i.body from pawl.inbox i
                       where i.tenant = u.tenant and i.execution = u.execution
                       order by i.tenant, i.execution, i.number) t
      """;

  private static final class Reading {
    private final List<JournalEntry> facts = new ArrayList<>();
    private final List<InboxMessage> messages = new ArrayList<>();
    private ClaimedExecution.@Nullable Snapshot snapshot;
    private @Nullable ExecutionMetadata info;
    private List<Awaited> awaited = List.of();
    private int messageCount;
    private boolean isUnstarted;

    private int seq() {
      return snapshot == null ? 0 : Math.toIntExact(snapshot.seq());
    }

    private ClaimedExecution claimed(ExecutionMetadata read) {
      // Messages are numbered without gaps, so those missing from the inbox were read.
      int lastRead = messages.isEmpty() ? messageCount : messages.getFirst().number() - 1;
      return new ClaimedExecution(
          read, Optional.ofNullable(snapshot), facts, messages, lastRead, awaited, isUnstarted);
    }
  }

  private final DedicatedConnection connection;
  private final RowHints rowHints;

  ReadClaimed(DedicatedConnection connection, RowHints rowHints) {
    this.connection = connection;
    this.rowHints = rowHints;
  }

  /** Returns the executions in the order of the keys. */
  List<ClaimedExecution> read(List<ExecutionKey> keys) throws SQLException {
    KeyColumns keyColumns = new KeyColumns();
    Column tenants = Column.ints();
    Map<ExecutionKey, Reading> readings = HashMap.newHashMap(keys.size());
    for (ExecutionKey key : keys) {
      keyColumns.add(key);
      tenants.add(key.tenant().value());
      readings.put(key, new Reading());
    }
    readInfos(keyColumns, readings);
    // Read after the message counts: a message that arrives in between must not count as read.
    readMessages(tenants, keyColumns, readings);
    readSnapshots(keyColumns, readings);
    readFacts(keys, tenants, keyColumns, readings);
    List<ClaimedExecution> claimed = new ArrayList<>(keys.size());
    for (ExecutionKey key : keys) {
      Reading reading = readings.get(key);
      if (reading != null && reading.info != null) {
        claimed.add(reading.claimed(reading.info));
      }
    }
    return claimed;
  }

  private void readInfos(KeyColumns keyColumns, Map<ExecutionKey, Reading> readings)
      throws SQLException {
    PreparedStatement statement = connection.statement(INFOS);
    keyColumns.tenants.bind(statement, 1);
    keyColumns.ids.bind(statement, 2);
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        ExecutionMetadata info = ExecutionInfoRows.read(rows);
        Reading reading = readings.get(info.key());
        if (reading != null) {
          reading.info = info;
          reading.messageCount = rows.getInt(ExecutionInfoRows.NEXT);
          reading.awaited = AwaitedText.read(rows.getString(ExecutionInfoRows.NEXT + 1));
          reading.isUnstarted = !rows.getBoolean(ExecutionInfoRows.NEXT + 2);
        }
      }
    }
  }

  private void readSnapshots(KeyColumns keyColumns, Map<ExecutionKey, Reading> readings)
      throws SQLException {
    PreparedStatement statement = connection.statement(SNAPSHOTS);
    keyColumns.tenants.bind(statement, 1);
    keyColumns.ids.bind(statement, 2);
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        ExecutionKey key = key(rows);
        Reading reading = readings.get(key);
        if (reading != null) {
          reading.snapshot =
              new ClaimedExecution.Snapshot(
                  rows.getInt(3),
                  rows.getObject(4, OffsetDateTime.class).toInstant(),
                  rows.getInt(5),
                  rows.getBytes(6));
          rowHints.snapshots().add(key);
        }
      }
    }
  }

  private void readFacts(
      List<ExecutionKey> keys,
      Column tenants,
      KeyColumns keyColumns,
      Map<ExecutionKey, Reading> readings)
      throws SQLException {
    Column seqs = Column.ints();
    for (ExecutionKey key : keys) {
      Reading reading = readings.get(key);
      seqs.add(reading == null ? 0 : reading.seq());
    }
    PreparedStatement statement = connection.statement(FACTS);
    tenants.bind(statement, 1);
    keyColumns.ids.bind(statement, 2);
    seqs.bind(statement, 3);
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        Reading reading = readings.get(key(rows));
        if (reading != null) {
          reading.facts.add(new JournalEntry(rows.getInt(3), time(rows), rows.getBytes(5)));
        }
      }
    }
  }

  private void readMessages(
      Column tenants, KeyColumns keyColumns, Map<ExecutionKey, Reading> readings)
      throws SQLException {
    PreparedStatement statement = connection.statement(MESSAGES);
    tenants.bind(statement, 1);
    keyColumns.ids.bind(statement, 2);
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        InboxMessage message = message(rows);
        Reading reading = readings.get(message.to());
        if (reading != null) {
          reading.messages.add(message);
        }
      }
    }
  }

  /** Reads a row of tenant, execution, number, time and body. */
  static InboxMessage message(ResultSet row) throws SQLException {
    return new InboxMessage(key(row), row.getInt(3), time(row), row.getBytes(5));
  }

  private static ExecutionKey key(ResultSet row) throws SQLException {
    return new ExecutionKey(
        new TenantId(row.getInt(1)), new ExecutionId(row.getObject(2, UUID.class)));
  }

  private static Instant time(ResultSet row) throws SQLException {
    return row.getObject(4, OffsetDateTime.class).toInstant();
  }
}
