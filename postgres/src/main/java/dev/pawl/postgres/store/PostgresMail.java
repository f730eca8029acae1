package dev.pawl.postgres.store;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Mail;
import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.connection.Fault;
import dev.pawl.postgres.row.Column;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Accepts letters, those that come together in one statement. */
final class PostgresMail implements Mail {

  // Executions are locked in the order of their keys, as everywhere.
  private static final String SEND =
      """
      with u as materialized (
        select unnest(?::int[]) as tenant, unnest(?::uuid[]) as id, unnest(?::text[]) as scope,
               unnest(?::text[]) as key, unnest(?::bytea[]) as body,
               unnest(?::bool[]) as cancels,
               generate_series(1, ?) as place)
      , l as materialized (
        select e.tenant, e.id, e.owner, e.messages
          from (select distinct u.tenant, u.id from u) d
          join pawl.execution e on e.tenant = d.tenant and e.id = d.id
         order by e.tenant, e.id for no key update of e)
      , a as (
        insert into pawl.accepted (tenant, scope, key, execution)
        select u.tenant, u.scope, u.key, l.id
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
               lane = case when e.owner is null and e.lane = 100 then e.priority
                           when e.owner is null and not e.begun and c.cancels then -1
                           else e.lane end,
               wake_at = case when e.owner is null and e.lane = 100 then now() else e.wake_at end
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

  private static final String MISSED =
      """
      select exists (select from pawl.accepted where tenant = ? and scope = ? and key = ?),
             exists (select from pawl.finished where tenant = ? and id = ?)
      """;

  /** Of keys that are ours; they are forgotten after an hour. */
  private static final String ECHO = "~";

  private static final int TRIES = 3;

  private final Connections connections;
  private final Runnable told;

  PostgresMail(Connections connections, Runnable told) {
    this.connections = connections;
    this.told = told;
  }

  static String scope(ExecutionKey to) {
    return "mail:" + to.id();
  }

  /** A letter with a key: with one of ours where there is none, so that it can be sent again. */
  private record Addressed(Outgoing letter, String scope, String key) {

    static Addressed of(Outgoing letter) {
      return letter.idempotencyKey().isPresent()
          ? new Addressed(letter, PostgresMail.scope(letter.to()), letter.idempotencyKey().get())
          : new Addressed(letter, ECHO, UUID.randomUUID().toString());
    }

    boolean isEcho() {
      return scope.equals(ECHO);
    }
  }

  @Override
  public Delivery send(Outgoing letter) {
    return sendAll(List.of(letter)).getFirst();
  }

  @Override
  public List<Delivery> sendAll(List<Outgoing> letters) {
    if (letters.isEmpty()) {
      return List.of();
    }
    List<Addressed> addressed = letters.stream().map(Addressed::of).toList();
    for (int tries = 1; ; tries++) {
      try (Connection connection = connections.borrow()) {
        List<Delivery> deliveries = send(connection, addressed);
        told.run();
        return deliveries;
      } catch (SQLException failed) {
        if (Fault.of(failed) == Fault.DATA) {
          throw new IllegalArgumentException("The letter cannot be stored: " + failed, failed);
        }
        if (tries == TRIES || Fault.isOverload(failed)) {
          throw Fault.unavailable(failed);
        }
      }
    }
  }

  private static List<Delivery> send(Connection connection, List<Addressed> letters)
      throws SQLException {
    Column tenants = Column.ints();
    Column ids = Column.uuids();
    Column scopes = Column.texts();
    Column keys = Column.texts();
    Column bodies = Column.blobs();
    Column cancels = Column.bools();
    for (Addressed one : letters) {
      tenants.add(one.letter.to().tenant().value());
      ids.add(one.letter.to().id().value());
      scopes.add(one.scope);
      keys.add(one.key);
      bodies.add(one.letter.body());
      cancels.add(one.letter.cancels());
    }
    List<Delivery> deliveries = new ArrayList<>();
    List<Integer> missed = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(SEND)) {
      tenants.bind(statement, 1);
      ids.bind(statement, 2);
      scopes.bind(statement, 3);
      keys.bind(statement, 4);
      bodies.bind(statement, 5);
      cancels.bind(statement, 6);
      statement.setInt(7, letters.size());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          if (!rows.getBoolean(1)) {
            missed.add(deliveries.size());
          }
          boolean isNew = rows.getBoolean(2) || letters.get(deliveries.size()).isEcho();
          deliveries.add(isNew ? Delivery.ACCEPTED : Delivery.REPEATED);
        }
      }
    }
    for (int place : missed) {
      deliveries.set(place, missed(connection, letters.get(place)));
    }
    return deliveries;
  }

  private static Delivery missed(Connection connection, Addressed letter) throws SQLException {
    ExecutionKey to = letter.letter.to();
    try (PreparedStatement statement = connection.prepareStatement(MISSED)) {
      statement.setInt(1, to.tenant().value());
      statement.setString(2, letter.scope);
      statement.setString(3, letter.key);
      statement.setInt(4, to.tenant().value());
      statement.setObject(5, to.id().value());
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        if (rows.getBoolean(1)) {
          return letter.isEcho() ? Delivery.ACCEPTED : Delivery.REPEATED;
        }
        return rows.getBoolean(2) ? Delivery.ENDED : Delivery.UNKNOWN;
      }
    }
  }
}
