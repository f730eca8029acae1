package dev.pawl.postgres.write;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Written;
import dev.pawl.postgres.connection.Fault;
import dev.pawl.postgres.connection.Line;
import dev.pawl.postgres.row.Column;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Says which commits of a batch the database will not take. */
final class Isolation {

  private static final String TAKEN =
      """
      select u.place, a.execution
        from unnest(?::int[], ?::int[], ?::text[], ?::text[]) u(place, tenant, scope, key)
        join pawl.accepted a on a.tenant = u.tenant and a.scope = u.scope and a.key = u.key
      """;

  /** How many characters tell one refusal from another. */
  private static final int REFERENCE = 8;

  private final Line line;

  Isolation(Line line) {
    this.line = line;
  }

  /** Those whose idempotency keys are taken, if that is what the database complains about. */
  Map<ExecutionKey, Written> duplicates(SQLException refused, List<Commit> commits)
      throws SQLException {
    if (!Fault.isUnique(refused, AcceptedKeys.CONSTRAINT)) {
      return Map.of();
    }
    Column places = Column.ints();
    Column tenants = Column.ints();
    Column scopes = Column.texts();
    Column keys = Column.texts();
    for (int i = 0; i < commits.size(); i++) {
      Card card = commits.get(i).card();
      if (commits.get(i).birth() && card.tags().idempotencyKey().isPresent()) {
        places.add(i);
        tenants.add(card.key().tenant().value());
        scopes.add(AcceptedKeys.scope(card));
        keys.add(AcceptedKeys.key(card));
      }
    }
    PreparedStatement statement = line.statement(TAKEN);
    places.bind(statement, 1);
    tenants.bind(statement, 2);
    scopes.bind(statement, 3);
    keys.bind(statement, 4);
    Map<ExecutionKey, Written> found = new HashMap<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        ExecutionId existing = new ExecutionId(rows.getObject(2, UUID.class));
        found.put(commits.get(rows.getInt(1)).key(), new Written.Duplicate(existing));
      }
    }
    return found;
  }

  /**
   * What may be told to anybody; what the database said is in the log, under the same reference.
   */
  static String why(SQLException refused) {
    String reference = UUID.randomUUID().toString().substring(0, REFERENCE);
    SendBatch.warn("the database refused a commit, reference " + reference, refused);
    return "%s; the log says more under the reference %s"
        .formatted(Fault.refusal(refused), reference);
  }
}
