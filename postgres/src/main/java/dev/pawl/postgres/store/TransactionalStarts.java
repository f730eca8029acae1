package dev.pawl.postgres.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.postgres.row.ExecutionInfoRows;
import dev.pawl.postgres.write.InsertIdempotencyKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Starts executions and sends messages in a transaction of the caller, on the caller's connection.
 * After the commit any node can claim them; after a rollback nothing has happened.
 */
public final class TransactionalStarts {

  // The lock lasts until the caller commits: a change of the configuration waits for that.
  private static final String LOCK_EPOCH =
      "select c.epoch from pawl.tenant_config c where c.tenant = ? for key share";

  private static final String INSERT_KEY =
      """
      insert into pawl.idempotency_key (tenant, scope, key, execution, request_digest)
      values (?, ?, ?, ?, ?)
      on conflict do nothing
      """;

  private static final String EXECUTION_OF_KEY =
      "select execution from pawl.idempotency_key where tenant = ? and scope = ? and key = ?";

  private static final String INSERT_EXECUTION =
      """
      insert into pawl.execution (
        tenant, id, flow, version, machine, parent, parent_step, parent_number, reply, depth,
        priority, business_key, labels, idempotency_key, retried_from, started_by, test, queue,
        started, wake_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?, ?, false, clock_timestamp())
      """;

  private static final String INSERT_FACT =
      "insert into pawl.journal (tenant, execution, seq, at, fact) values (?, ?, ?, ?, ?)";

  private static final String RECEIVER_STATUS =
      """
      select exists (select from pawl.idempotency_key where tenant = ? and scope = ? and key = ?),
             exists (select from pawl.execution where tenant = ? and id = ?),
             exists (select from pawl.finished where tenant = ? and id = ?)
      """;

  // Not into the inbox: that locks the receiver's row, and the caller may take long to commit.
  private static final String INSERT_OUTBOX =
      "insert into pawl.outbox (tenant, execution, key, body) values (?, ?, ?, ?)";

  private static final String NOTIFY = "select pg_notify('pawl', '')";

  private TransactionalStarts() {}

  /**
   * Writes a new execution and its first fact.
   *
   * @param started the first fact of the execution
   * @return committed; or a duplicate or stale, in which case nothing was written
   * @throws IllegalArgumentException if the connection is in auto-commit mode: a node could claim
   *     the execution before its first fact is written
   */
  public static CommitResult start(
      Connection connection, ExecutionMetadata info, JournalEntry started) throws SQLException {
    if (connection.getAutoCommit()) {
      throw new IllegalArgumentException(
          "a start within a transaction needs one: call setAutoCommit(false) on the connection");
    }
    if (isStale(connection, info)) {
      return CommitResult.Stale.STALE;
    }
    Optional<ExecutionId> existing = existing(connection, info);
    if (existing.isPresent()) {
      return new CommitResult.Duplicate(existing.get());
    }
    insertExecution(connection, info);
    try (PreparedStatement statement = connection.prepareStatement(INSERT_FACT)) {
      bindKey(statement, 1, info.key());
      statement.setInt(3, Math.toIntExact(started.seq()));
      statement.setObject(4, started.at().atOffset(ZoneOffset.UTC));
      statement.setBytes(5, started.fact());
      statement.executeUpdate();
    }
    notifyNodes(connection);
    return Committed.COMMITTED;
  }

  /**
   * Writes a message to the outbox; it is delivered after the commit. The result describes the
   * receiver at the time of the call.
   */
  public static MessageAcceptance send(
      Connection connection, ExecutionKey to, byte[] body, Optional<String> idempotencyKey)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(RECEIVER_STATUS)) {
      statement.setInt(1, to.tenant().value());
      statement.setString(2, PostgresInbox.scope(to));
      statement.setString(3, idempotencyKey.orElse(null));
      bindKey(statement, 4, to);
      bindKey(statement, 6, to);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        if (rows.getBoolean(1)) {
          return MessageAcceptance.REPEATED;
        }
        if (!rows.getBoolean(2)) {
          return rows.getBoolean(3) ? MessageAcceptance.ENDED : MessageAcceptance.UNKNOWN;
        }
      }
    }
    try (PreparedStatement statement = connection.prepareStatement(INSERT_OUTBOX)) {
      bindKey(statement, 1, to);
      statement.setString(3, idempotencyKey.orElse(null));
      statement.setBytes(4, body);
      statement.executeUpdate();
    }
    notifyNodes(connection);
    return MessageAcceptance.ACCEPTED;
  }

  private static boolean isStale(Connection connection, ExecutionMetadata info)
      throws SQLException {
    OptionalLong decided = info.tags().origin().epoch();
    if (decided.isEmpty()) {
      return false;
    }
    try (PreparedStatement statement = connection.prepareStatement(LOCK_EPOCH)) {
      statement.setInt(1, info.key().tenant().value());
      try (ResultSet rows = statement.executeQuery()) {
        return !rows.next() || rows.getLong(1) != decided.getAsLong();
      }
    }
  }

  private static Optional<ExecutionId> existing(Connection connection, ExecutionMetadata info)
      throws SQLException {
    if (info.tags().idempotencyKey().isEmpty()) {
      return Optional.empty();
    }
    try (PreparedStatement accept = connection.prepareStatement(INSERT_KEY);
        PreparedStatement accepted = connection.prepareStatement(EXECUTION_OF_KEY)) {
      bindScope(accept, info);
      accept.setObject(4, info.id().value());
      accept.setString(5, info.tags().origin().request().orElse(null));
      if (accept.executeUpdate() == 1) {
        return Optional.empty();
      }
      bindScope(accepted, info);
      try (ResultSet rows = accepted.executeQuery()) {
        rows.next();
        return Optional.of(new ExecutionId(rows.getObject(1, UUID.class)));
      }
    }
  }

  private static void insertExecution(Connection connection, ExecutionMetadata info)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(INSERT_EXECUTION)) {
      ExecutionMetadata.StartAttributes tags = info.tags();
      Optional<ExecutionMetadata.Parent> parent = info.parent();
      bindKey(statement, 1, info.key());
      statement.setString(3, info.version().flow());
      statement.setInt(4, info.version().number());
      statement.setString(5, info.machine().orElse(null));
      statement.setObject(6, parent.map(known -> known.id().value()).orElse(null), Types.OTHER);
      statement.setString(7, parent.map(known -> known.step().toString()).orElse(null));
      statement.setObject(
          8, parent.map(ExecutionMetadata.Parent::number).orElse(null), Types.INTEGER);
      statement.setObject(
          9, parent.map(known -> known.reply().ordinal()).orElse(null), Types.SMALLINT);
      statement.setInt(10, info.depth());
      statement.setInt(11, ExecutionInfoRows.queue(tags.priority()));
      statement.setString(12, tags.businessKey().orElse(null));
      statement.setString(
          13, tags.labels().isEmpty() ? null : ExecutionInfoRows.labels(tags.labels()));
      statement.setString(14, tags.idempotencyKey().orElse(null));
      statement.setObject(15, tags.retriedFrom().map(ExecutionId::value).orElse(null), Types.OTHER);
      statement.setString(16, tags.origin().by().orElse(null));
      statement.setString(17, tags.origin().test().orElse(null));
      statement.setInt(18, ExecutionInfoRows.queue(tags.priority()));
      statement.executeUpdate();
    }
  }

  private static void bindScope(PreparedStatement statement, ExecutionMetadata info)
      throws SQLException {
    statement.setInt(1, info.key().tenant().value());
    statement.setString(2, InsertIdempotencyKeys.scope(info));
    statement.setString(3, InsertIdempotencyKeys.key(info));
  }

  private static void bindKey(PreparedStatement statement, int first, ExecutionKey key)
      throws SQLException {
    statement.setInt(first, key.tenant().value());
    statement.setObject(first + 1, key.id().value());
  }

  private static void notifyNodes(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(NOTIFY)) {
      statement.execute();
    }
  }
}
