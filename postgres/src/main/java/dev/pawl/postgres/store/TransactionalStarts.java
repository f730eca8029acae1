package dev.pawl.postgres.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Written;
import dev.pawl.postgres.row.Cards;
import dev.pawl.postgres.write.AcceptedKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;

/**
 * Starts executions and sends letters within a transaction of the caller's, on the caller's own
 * connection: with the caller's commit they are there, and any node takes them up; with a rollback
 * they never were.
 */
public final class TransactionalStarts {

  private static final String ACCEPT =
      """
      insert into pawl.accepted (tenant, scope, key, execution, request) values (?, ?, ?, ?, ?)
      on conflict do nothing
      """;

  private static final String ACCEPTED =
      "select execution from pawl.accepted where tenant = ? and scope = ? and key = ?";

  private static final String BEAR =
      """
      insert into pawl.execution (
        tenant, id, flow, version, machine, parent, parent_step, parent_number, reply, depth,
        priority, business_key, labels, idempotency_key, retried_from, started_by, test, lane,
        begun, wake_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?, ?, false, clock_timestamp())
      """;

  private static final String WRITE =
      "insert into pawl.journal (tenant, execution, seq, at, fact) values (?, ?, ?, ?, ?)";

  private static final String KNOWN =
      """
      select exists (select from pawl.accepted where tenant = ? and scope = ? and key = ?),
             exists (select from pawl.execution where tenant = ? and id = ?),
             exists (select from pawl.finished where tenant = ? and id = ?)
      """;

  // Not into the inbox: that needs the receiver's row, and the caller may take long to commit.
  private static final String POST =
      "insert into pawl.posted (tenant, execution, key, body) values (?, ?, ?, ?)";

  private static final String TELL = "select pg_notify('pawl', '')";

  private TransactionalStarts() {}

  /**
   * @param started its first fact
   * @return done, or a duplicate, in which case nothing was written
   * @throws IllegalArgumentException if there is no transaction: a node could take the execution
   *     before its first fact is there
   */
  public static Written start(Connection connection, Card card, Entry started) throws SQLException {
    if (connection.getAutoCommit()) {
      throw new IllegalArgumentException(
          "a start within a transaction needs one: call setAutoCommit(false) on the connection");
    }
    Optional<ExecutionId> existing = existing(connection, card);
    if (existing.isPresent()) {
      return new Written.Duplicate(existing.get());
    }
    bear(connection, card);
    try (PreparedStatement statement = connection.prepareStatement(WRITE)) {
      key(statement, 1, card.key());
      statement.setInt(3, Math.toIntExact(started.seq()));
      statement.setObject(4, started.at().atOffset(ZoneOffset.UTC));
      statement.setBytes(5, started.fact());
      statement.executeUpdate();
    }
    tell(connection);
    return Written.Done.DONE;
  }

  /** What it says of the receiver is as of now; the letter is accepted with the commit. */
  public static Mail.Delivery send(
      Connection connection, ExecutionKey to, byte[] body, Optional<String> idempotencyKey)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(KNOWN)) {
      statement.setInt(1, to.tenant().value());
      statement.setString(2, PostgresMail.scope(to));
      statement.setString(3, idempotencyKey.orElse(null));
      key(statement, 4, to);
      key(statement, 6, to);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        if (rows.getBoolean(1)) {
          return Mail.Delivery.REPEATED;
        }
        if (!rows.getBoolean(2)) {
          return rows.getBoolean(3) ? Mail.Delivery.ENDED : Mail.Delivery.UNKNOWN;
        }
      }
    }
    try (PreparedStatement statement = connection.prepareStatement(POST)) {
      key(statement, 1, to);
      statement.setString(3, idempotencyKey.orElse(null));
      statement.setBytes(4, body);
      statement.executeUpdate();
    }
    tell(connection);
    return Mail.Delivery.ACCEPTED;
  }

  private static Optional<ExecutionId> existing(Connection connection, Card card)
      throws SQLException {
    if (card.tags().idempotencyKey().isEmpty()) {
      return Optional.empty();
    }
    try (PreparedStatement accept = connection.prepareStatement(ACCEPT);
        PreparedStatement accepted = connection.prepareStatement(ACCEPTED)) {
      scope(accept, card);
      accept.setObject(4, card.id().value());
      accept.setString(5, card.tags().origin().request().orElse(null));
      if (accept.executeUpdate() == 1) {
        return Optional.empty();
      }
      scope(accepted, card);
      try (ResultSet rows = accepted.executeQuery()) {
        rows.next();
        return Optional.of(new ExecutionId(rows.getObject(1, UUID.class)));
      }
    }
  }

  private static void bear(Connection connection, Card card) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(BEAR)) {
      Card.Tags tags = card.tags();
      Optional<Card.Parent> parent = card.parent();
      key(statement, 1, card.key());
      statement.setString(3, card.version().flow());
      statement.setInt(4, card.version().number());
      statement.setString(5, card.machine().orElse(null));
      statement.setObject(6, parent.map(known -> known.id().value()).orElse(null), Types.OTHER);
      statement.setString(7, parent.map(known -> known.step().toString()).orElse(null));
      statement.setObject(8, parent.map(Card.Parent::number).orElse(null), Types.INTEGER);
      statement.setObject(
          9, parent.map(known -> known.reply().ordinal()).orElse(null), Types.SMALLINT);
      statement.setInt(10, card.depth());
      statement.setInt(11, Cards.lane(tags.priority()));
      statement.setString(12, tags.businessKey().orElse(null));
      statement.setString(13, tags.labels().isEmpty() ? null : Cards.labels(tags.labels()));
      statement.setString(14, tags.idempotencyKey().orElse(null));
      statement.setObject(15, tags.retriedFrom().map(ExecutionId::value).orElse(null), Types.OTHER);
      statement.setString(16, tags.origin().by().orElse(null));
      statement.setString(17, tags.origin().test().orElse(null));
      statement.setInt(18, Cards.lane(tags.priority()));
      statement.executeUpdate();
    }
  }

  private static void scope(PreparedStatement statement, Card card) throws SQLException {
    statement.setInt(1, card.key().tenant().value());
    statement.setString(2, AcceptedKeys.scope(card));
    statement.setString(3, AcceptedKeys.key(card));
  }

  private static void key(PreparedStatement statement, int first, ExecutionKey key)
      throws SQLException {
    statement.setInt(first, key.tenant().value());
    statement.setObject(first + 1, key.id().value());
  }

  private static void tell(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(TELL)) {
      statement.execute();
    }
  }
}
