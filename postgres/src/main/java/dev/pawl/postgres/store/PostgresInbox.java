package dev.pawl.postgres.store;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Inbox;
import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.connection.SqlFault;
import dev.pawl.postgres.row.Column;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Accepts messages; those that are passed together are written in one statement. */
final class PostgresInbox implements Inbox {

  // Locks executions in the order of their keys, as all statements do, to prevent deadlocks.
  private static final String SEND =
      """
      with u as materialized (
        select unnest(?::int[]) as tenant, unnest(?::uuid[]) as id, unnest(?::text[]) as scope,
               unnest(?::text[]) as key, unnest(?::text[]) as digest,
               unnest(?::bytea[]) as body, unnest(?::bool[]) as cancels,
               generate_series(1, ?) as place)
      , l as materialized (
        select e.tenant, e.id, e.owner, e.messages
          from (select distinct u.tenant, u.id from u) d
          join pawl.execution e on e.tenant = d.tenant and e.id = d.id
         order by e.tenant, e.id for no key update of e)
      , a as (
        insert into pawl.idempotency_key (tenant, scope, key, execution, request_digest)
        select u.tenant, u.scope, u.key, l.id, u.digest
          from u join l on l.tenant = u.tenant and l.id = u.id
         order by u.place
        on conflict do nothing
        returning tenant, scope, key)
      , n as materialized (
        select l.tenant, l.id, l.owner, u.body, u.cancels,
               l.messages + row_number() over (partition by l.tenant, l.id order by u.place) as number
          from u
          join l on l.tenant = u.tenant and l.id = u.id
          join a on a.tenant = u.tenant and a.scope = u.scope and a.key = u.key)
      , c as (
        select n.tenant, n.id, max(n.number) as messages, bool_or(n.cancels) as cancels
          from n group by n.tenant, n.id)
      , m as (
        update pawl.execution e
           set messages = c.messages,
               queue = case when e.owner is null and e.queue = 100 then e.priority
                           when e.owner is null and not e.started and c.cancels then -1
                           else e.queue end,
               wake_at = case when e.owner is null and e.queue = 100 then now() else e.wake_at end
          from c
         where e.tenant = c.tenant and e.id = c.id)
      , i as (
        insert into pawl.inbox (tenant, execution, number, owner, at, body)
        select n.tenant, n.id, n.number, n.owner, clock_timestamp(), n.body from n)
      , s as (
        select count(pg_notify('pawl', coalesce(o.owner::text, '')))
          from (select distinct n.owner from n) o)
      select l.id is not null, a.key is not null, (select count from s)
        from u
        left join l on l.tenant = u.tenant and l.id = u.id
        left join a on a.tenant = u.tenant and a.scope = u.scope and a.key = u.key
       order by u.place
      """;

  // A separate statement, because the first does not see what a concurrent one has just accepted.
  private static final String KEY_STATUS =
      """
      select a.key is not null, a.request_digest is distinct from ?,
             exists (select from pawl.finished where tenant = ? and id = ?)
        from (select) one
        left join pawl.idempotency_key a on a.tenant = ? and a.scope = ? and a.key = ?
      """;

  /** The scope of generated keys; they are deleted after an hour. */
  private static final String GENERATED_KEY_SCOPE = "~";

  private static final int MAX_ATTEMPTS = 3;

  private final Connections connections;
  private final Runnable onMessages;

  PostgresInbox(Connections connections, Runnable onMessages) {
    this.connections = connections;
    this.onMessages = onMessages;
  }

  static String scope(ExecutionKey to) {
    return "inbox:" + to.id();
  }

  /**
   * Pairs a message with its idempotency key, a generated one if it has none, so that sending it
   * can be retried.
   */
  private record KeyedMessage(Inbox.OutgoingMessage message, String scope, String key) {

    static KeyedMessage of(Inbox.OutgoingMessage message) {
      return message.idempotencyKey().isPresent()
          ? new KeyedMessage(
              message, PostgresInbox.scope(message.to()), message.idempotencyKey().get())
          : new KeyedMessage(message, GENERATED_KEY_SCOPE, UUID.randomUUID().toString());
    }

    boolean hasGeneratedKey() {
      return scope.equals(GENERATED_KEY_SCOPE);
    }

    /**
     * Returns the result for a message whose key was accepted before.
     *
     * @param differs true if the key was accepted with a different digest
     */
    Inbox.MessageAcceptance resultOfRepetition(boolean differs) {
      if (hasGeneratedKey()) {
        return Inbox.MessageAcceptance.ACCEPTED;
      }
      return differs && message.digest().isPresent()
          ? Inbox.MessageAcceptance.CONFLICTING
          : Inbox.MessageAcceptance.REPEATED;
    }
  }

  @Override
  public Inbox.MessageAcceptance send(Inbox.OutgoingMessage message) {
    return sendAll(List.of(message)).getFirst();
  }

  @Override
  public List<Inbox.MessageAcceptance> sendAll(List<Inbox.OutgoingMessage> messages) {
    if (messages.isEmpty()) {
      return List.of();
    }
    List<KeyedMessage> addressed = messages.stream().map(KeyedMessage::of).toList();
    for (int attempt = 1; ; attempt++) {
      try (Connection connection = connections.borrow()) {
        List<Inbox.MessageAcceptance> results = send(connection, addressed);
        onMessages.run();
        return results;
      } catch (SQLException failed) {
        if (SqlFault.of(failed) == SqlFault.DATA) {
          throw new IllegalArgumentException("The message cannot be stored: " + failed, failed);
        }
        if (attempt == MAX_ATTEMPTS || SqlFault.isOverload(failed)) {
          throw SqlFault.unavailable(failed);
        }
      }
    }
  }

  private static List<Inbox.MessageAcceptance> send(
      Connection connection, List<KeyedMessage> messages) throws SQLException {
    Column tenants = Column.ints();
    Column ids = Column.uuids();
    Column scopes = Column.texts();
    Column keys = Column.texts();
    Column digests = Column.texts();
    Column bodies = Column.blobs();
    Column cancels = Column.bools();
    for (KeyedMessage one : messages) {
      tenants.add(one.message.to().tenant().value());
      ids.add(one.message.to().id().value());
      scopes.add(one.scope);
      keys.add(one.key);
      digests.addText(one.message.digest());
      bodies.add(one.message.body());
      cancels.add(one.message.cancels());
    }
    List<Inbox.MessageAcceptance> results = new ArrayList<>();
    List<Integer> unresolved = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(SEND)) {
      tenants.bind(statement, 1);
      ids.bind(statement, 2);
      scopes.bind(statement, 3);
      keys.bind(statement, 4);
      digests.bind(statement, 5);
      bodies.bind(statement, 6);
      cancels.bind(statement, 7);
      statement.setInt(8, messages.size());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          KeyedMessage one = messages.get(results.size());
          boolean isNew = rows.getBoolean(2) || one.hasGeneratedKey();
          if (!rows.getBoolean(1) || !isNew && one.message.digest().isPresent()) {
            unresolved.add(results.size());
          }
          results.add(isNew ? Inbox.MessageAcceptance.ACCEPTED : Inbox.MessageAcceptance.REPEATED);
        }
      }
    }
    for (int index : unresolved) {
      results.set(index, existingResult(connection, messages.get(index)));
    }
    return results;
  }

  /** Returns the result for a message that was accepted before or whose receiver does not exist. */
  private static Inbox.MessageAcceptance existingResult(Connection connection, KeyedMessage message)
      throws SQLException {
    ExecutionKey to = message.message.to();
    try (PreparedStatement statement = connection.prepareStatement(KEY_STATUS)) {
      statement.setString(1, message.message.digest().orElse(null));
      statement.setInt(2, to.tenant().value());
      statement.setObject(3, to.id().value());
      statement.setInt(4, to.tenant().value());
      statement.setString(5, message.scope);
      statement.setString(6, message.key);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        if (rows.getBoolean(1)) {
          return message.resultOfRepetition(rows.getBoolean(2));
        }
        return rows.getBoolean(3) ? Inbox.MessageAcceptance.ENDED : Inbox.MessageAcceptance.UNKNOWN;
      }
    }
  }
}
