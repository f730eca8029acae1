package dev.pawl.postgres.store;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Mail;
import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.connection.Fault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/** Accepts letters, each in a statement of its own. */
final class PostgresMail implements Mail {

  private static final String SEND =
      """
      with l as materialized (
        select e.tenant, e.id, e.owner, e.messages from pawl.execution e
         where e.tenant = ? and e.id = ? for no key update)
      , a as (
        insert into pawl.accepted (tenant, scope, key, execution)
        select l.tenant, ?, ?, l.id from l
        on conflict do nothing
        returning 1)
      , m as (
        update pawl.execution e
           set messages = l.messages + 1,
               lane = case when e.owner is null and e.lane = 100 then e.priority else e.lane end,
               wake_at = case when e.owner is null and e.lane = 100 then now() else e.wake_at end
          from l, a
         where e.tenant = ? and e.id = ?)
      , i as (
        insert into pawl.inbox (tenant, execution, number, owner, at, body)
        select l.tenant, l.id, l.messages + 1, l.owner, clock_timestamp(), ? from l, a)
      select (select count(*) from l), (select count(*) from a),
             (select pg_notify('pawl', coalesce(l.owner::text, '')) from l, a)
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

  @Override
  public Delivery send(ExecutionKey to, byte[] body, Optional<String> idempotencyKey) {
    // With a key of ours where there is none: so a letter whose answer was lost can be sent again.
    String scope = idempotencyKey.isPresent() ? scope(to) : ECHO;
    String key = idempotencyKey.orElseGet(() -> UUID.randomUUID().toString());
    for (int tries = 1; ; tries++) {
      try (Connection connection = connections.borrow()) {
        Delivery delivery = send(connection, to, body, scope, key);
        told.run();
        boolean ownEcho = delivery == Delivery.REPEATED && idempotencyKey.isEmpty();
        return ownEcho ? Delivery.ACCEPTED : delivery;
      } catch (SQLException failed) {
        if (Fault.of(failed) == Fault.DATA) {
          throw new IllegalArgumentException("The letter cannot be stored: " + failed, failed);
        }
        if (tries == TRIES) {
          throw Fault.unavailable(failed);
        }
      }
    }
  }

  private static Delivery send(
      Connection connection, ExecutionKey to, byte[] body, String scope, String key)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(SEND)) {
      statement.setInt(1, to.tenant().value());
      statement.setObject(2, to.id().value());
      statement.setString(3, scope);
      statement.setString(4, key);
      statement.setInt(5, to.tenant().value());
      statement.setObject(6, to.id().value());
      statement.setBytes(7, body);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        if (rows.getInt(1) == 1) {
          return rows.getInt(2) == 1 ? Delivery.ACCEPTED : Delivery.REPEATED;
        }
      }
    }
    return missed(connection, to, scope, key);
  }

  private static Delivery missed(Connection connection, ExecutionKey to, String scope, String key)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(MISSED)) {
      statement.setInt(1, to.tenant().value());
      statement.setString(2, scope);
      statement.setString(3, key);
      statement.setInt(4, to.tenant().value());
      statement.setObject(5, to.id().value());
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        if (rows.getBoolean(1)) {
          return Delivery.REPEATED;
        }
        return rows.getBoolean(2) ? Delivery.ENDED : Delivery.UNKNOWN;
      }
    }
  }
}
