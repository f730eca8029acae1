package dev.pawl.postgres.claim;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Line;
import dev.pawl.postgres.desk.Held;
import dev.pawl.postgres.row.AwaitedText;
import dev.pawl.postgres.row.Cards;
import dev.pawl.postgres.row.Column;
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

/** Reads all that executions need to go on: cards, snapshots, the facts after them, letters. */
final class ReadClaimed {

  private static final String CARDS =
      """
      select %s, e.messages, e.awaited, e.begun from pawl.execution e
       where e.tenant = any(?) and e.id = any(?)
      """
          .formatted(Cards.COLUMNS);

  private static final String SNAPSHOTS =
      """
      select s.tenant, s.execution, s.seq, s.at, s.format, s.bytes from pawl.snapshot s
       where s.tenant = any(?) and s.execution = any(?)
      """;

  // Each execution's rows come together and in order.
  private static final String FACTS =
      """
      select u.tenant, u.execution, t.seq, t.at, t.fact
        from unnest(?::int[], ?::uuid[], ?::int[]) u(tenant, execution, seq),
             lateral (select j.seq, j.at, j.fact from pawl.journal j
                       where j.tenant = u.tenant and j.execution = u.execution and j.seq > u.seq
                       order by j.tenant, j.execution, j.seq) t
      """;

  private static final String LETTERS =
      """
      select u.tenant, u.execution, t.number, t.at, t.body
        from unnest(?::int[], ?::uuid[]) u(tenant, execution),
             lateral (select i.number, i.at, i.body from pawl.inbox i
                       where i.tenant = u.tenant and i.execution = u.execution
                       order by i.tenant, i.execution, i.number) t
      """;

  private static final class Reading {
    private final List<Entry> facts = new ArrayList<>();
    private final List<Letter> letters = new ArrayList<>();
    private Claimed.@Nullable Snapshot snapshot;
    private @Nullable Card card;
    private List<Awaited> awaited = List.of();
    private int messages;
    private boolean isUnstarted;

    private int seq() {
      return snapshot == null ? 0 : Math.toIntExact(snapshot.seq());
    }

    private Claimed claimed(Card read) {
      // Letters are numbered without gaps, so what is not in the inbox was read.
      int lastRead = letters.isEmpty() ? messages : letters.getFirst().number() - 1;
      return new Claimed(
          read, Optional.ofNullable(snapshot), facts, letters, lastRead, awaited, isUnstarted);
    }
  }

  private final Line line;
  private final Held held;

  ReadClaimed(Line line, Held held) {
    this.line = line;
    this.held = held;
  }

  /** In the order of the keys. */
  List<Claimed> read(List<ExecutionKey> keys) throws SQLException {
    KeyColumns all = new KeyColumns();
    Column tenants = Column.ints();
    Map<ExecutionKey, Reading> readings = HashMap.newHashMap(keys.size());
    for (ExecutionKey key : keys) {
      all.add(key);
      tenants.add(key.tenant().value());
      readings.put(key, new Reading());
    }
    cards(all, readings);
    // After the count of messages: a letter that comes in between must not be taken for read.
    letters(tenants, all, readings);
    snapshots(all, readings);
    facts(keys, tenants, all, readings);
    List<Claimed> claimed = new ArrayList<>(keys.size());
    for (ExecutionKey key : keys) {
      Reading reading = readings.get(key);
      if (reading != null && reading.card != null) {
        claimed.add(reading.claimed(reading.card));
      }
    }
    return claimed;
  }

  private void cards(KeyColumns all, Map<ExecutionKey, Reading> readings) throws SQLException {
    PreparedStatement statement = line.statement(CARDS);
    all.tenants.bind(statement, 1);
    all.ids.bind(statement, 2);
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        Card card = Cards.read(rows);
        Reading reading = readings.get(card.key());
        if (reading != null) {
          reading.card = card;
          reading.messages = rows.getInt(Cards.NEXT);
          reading.awaited = AwaitedText.read(rows.getString(Cards.NEXT + 1));
          reading.isUnstarted = !rows.getBoolean(Cards.NEXT + 2);
        }
      }
    }
  }

  private void snapshots(KeyColumns all, Map<ExecutionKey, Reading> readings) throws SQLException {
    PreparedStatement statement = line.statement(SNAPSHOTS);
    all.tenants.bind(statement, 1);
    all.ids.bind(statement, 2);
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        ExecutionKey key = key(rows);
        Reading reading = readings.get(key);
        if (reading != null) {
          reading.snapshot =
              new Claimed.Snapshot(
                  rows.getInt(3),
                  rows.getObject(4, OffsetDateTime.class).toInstant(),
                  rows.getInt(5),
                  rows.getBytes(6));
          held.snapshots().add(key);
        }
      }
    }
  }

  private void facts(
      List<ExecutionKey> keys, Column tenants, KeyColumns all, Map<ExecutionKey, Reading> readings)
      throws SQLException {
    Column seqs = Column.ints();
    for (ExecutionKey key : keys) {
      Reading reading = readings.get(key);
      seqs.add(reading == null ? 0 : reading.seq());
    }
    PreparedStatement statement = line.statement(FACTS);
    tenants.bind(statement, 1);
    all.ids.bind(statement, 2);
    seqs.bind(statement, 3);
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        Reading reading = readings.get(key(rows));
        if (reading != null) {
          reading.facts.add(new Entry(rows.getInt(3), time(rows), rows.getBytes(5)));
        }
      }
    }
  }

  private void letters(Column tenants, KeyColumns all, Map<ExecutionKey, Reading> readings)
      throws SQLException {
    PreparedStatement statement = line.statement(LETTERS);
    tenants.bind(statement, 1);
    all.ids.bind(statement, 2);
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        Letter letter = letter(rows);
        Reading reading = readings.get(letter.to());
        if (reading != null) {
          reading.letters.add(letter);
        }
      }
    }
  }

  /** A row of tenant, execution, number, time and body. */
  static Letter letter(ResultSet row) throws SQLException {
    return new Letter(key(row), row.getInt(3), time(row), row.getBytes(5));
  }

  private static ExecutionKey key(ResultSet row) throws SQLException {
    return new ExecutionKey(
        new TenantId(row.getInt(1)), new ExecutionId(row.getObject(2, UUID.class)));
  }

  private static Instant time(ResultSet row) throws SQLException {
    return row.getObject(4, OffsetDateTime.class).toInstant();
  }
}
