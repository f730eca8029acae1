package dev.pawl.postgres.write;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.postgres.connection.DedicatedConnection;
import dev.pawl.postgres.connection.SqlFault;
import dev.pawl.postgres.row.Column;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Finds out which commits of a batch the database refuses, and why. */
final class RefusedCommits {

  private static final String EXISTING_KEYS =
      """
      select u.place, a.execution
        from unnest(?::int[], ?::int[], ?::text[], ?::text[]) u(place, tenant, scope, key)
        join pawl.idempotency_key a on a.tenant = u.tenant and a.scope = u.scope and a.key = u.key
      """;

  private static final String EPOCHS =
      "select c.tenant, c.epoch from pawl.tenant_config c where c.tenant = any(?)";

  /** The length of the reference that links a refusal to the log. */
  private static final int REFERENCE_LENGTH = 8;

  private final DedicatedConnection connection;

  RefusedCommits(DedicatedConnection connection) {
    this.connection = connection;
  }

  /**
   * Returns the starts whose idempotency keys exist already; none if one of the keys is no text
   * that the database knows, which the batch finds out.
   */
  Map<ExecutionKey, CommitResult> duplicates(List<Commit> keyed) throws SQLException {
    try {
      return existing(keyed);
    } catch (SQLException refused) {
      if (SqlFault.of(refused) == SqlFault.DATA) {
        return Map.of();
      }
      throw refused;
    }
  }

  private Map<ExecutionKey, CommitResult> existing(List<Commit> keyed) throws SQLException {
    Column positions = Column.ints();
    Column tenants = Column.ints();
    Column scopes = Column.texts();
    Column keys = Column.texts();
    for (int i = 0; i < keyed.size(); i++) {
      ExecutionMetadata info = keyed.get(i).info();
      positions.add(i);
      tenants.add(info.key().tenant().value());
      scopes.add(InsertIdempotencyKeys.scope(info));
      keys.add(InsertIdempotencyKeys.key(info));
    }
    PreparedStatement statement = connection.statement(EXISTING_KEYS);
    positions.bind(statement, 1);
    tenants.bind(statement, 2);
    scopes.bind(statement, 3);
    keys.bind(statement, 4);
    Map<ExecutionKey, CommitResult> found = new HashMap<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        ExecutionId existing = new ExecutionId(rows.getObject(2, UUID.class));
        found.put(keyed.get(rows.getInt(1)).key(), new CommitResult.Duplicate(existing));
      }
    }
    return found;
  }

  /** Returns the starts that were decided on a configuration which is not the current one. */
  Map<ExecutionKey, CommitResult> stale(List<Commit> commits) throws SQLException {
    List<Commit> decided =
        commits.stream()
            .filter(commit -> commit.isNew())
            .filter(commit -> commit.info().tags().origin().epoch().isPresent())
            .toList();
    if (decided.isEmpty()) {
      return Map.of();
    }
    Column tenants = Column.ints();
    decided.forEach(commit -> tenants.add(commit.key().tenant().value()));
    Map<Integer, Long> current = new HashMap<>();
    PreparedStatement statement = connection.statement(EPOCHS);
    tenants.bind(statement, 1);
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        current.put(rows.getInt(1), rows.getLong(2));
      }
    }
    Map<ExecutionKey, CommitResult> found = new HashMap<>();
    for (Commit commit : decided) {
      long epoch = commit.info().tags().origin().epoch().orElseThrow();
      if (!Long.valueOf(epoch).equals(current.get(commit.key().tenant().value()))) {
        found.put(commit.key(), CommitResult.Stale.STALE);
      }
    }
    return found;
  }

  /**
   * Returns a message without internal details; the database's message is logged with the same
   * reference.
   */
  static String reason(SQLException refused) {
    String reference = UUID.randomUUID().toString().substring(0, REFERENCE_LENGTH);
    SendBatch.warn("the database refused a commit, reference " + reference, refused);
    return "%s; see the log for the reference %s".formatted(SqlFault.refusal(refused), reference);
  }
}
