package dev.pawl.postgres.write;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.postgres.row.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Inserts the idempotency keys of new executions; a key that exists already fails the statement.
 */
public final class InsertIdempotencyKeys implements StatementPart {

  /** The name of the constraint that an existing key violates. */
  static final String CONSTRAINT = "idempotency_key_pkey";

  private static final String TEXT =
      """
      , a as (
        insert into pawl.idempotency_key (tenant, scope, key, execution, request_digest)
        select unnest(?::int[]), unnest(?::text[]), unnest(?::text[]), unnest(?::uuid[]),
               unnest(?::text[])
          from f
        returning 1)
      , g as materialized (select f.node, (select count(*) from a) from f)
      """;

  private static final String NONE = ", g as materialized (select f.node from f)\n";

  // A fixed order prevents deadlocks between statements that insert the same keys.
  private static final Comparator<ExecutionMetadata> ORDER =
      Comparator.<ExecutionMetadata>comparingInt(info -> info.key().tenant().value())
          .thenComparing(InsertIdempotencyKeys::scope)
          .thenComparing(InsertIdempotencyKeys::key);

  private final Column tenants = Column.ints();
  private final Column scopes = Column.texts();
  private final Column keys = Column.texts();
  private final Column executions = Column.uuids();
  private final Column requests = Column.texts();
  private final List<Column> all = List.of(tenants, scopes, keys, executions, requests);
  private final List<ExecutionMetadata> infos = new ArrayList<>();

  /** Returns true if the commit starts an execution with an idempotency key. */
  static boolean isKeyed(Commit commit) {
    return commit.isNew() && commit.info().tags().idempotencyKey().isPresent();
  }

  /** Returns the scope of an execution's idempotency key: its flow. */
  public static String scope(ExecutionMetadata info) {
    return scope(info.version().flow());
  }

  static String scope(String flow) {
    return "start:" + flow;
  }

  /** Returns the idempotency key of an execution that has one. */
  public static String key(ExecutionMetadata info) {
    return info.tags().idempotencyKey().orElseThrow();
  }

  @Override
  public void clear() {
    infos.clear();
    all.forEach(Column::clear);
  }

  void add(ExecutionMetadata info) {
    if (info.tags().idempotencyKey().isPresent()) {
      infos.add(info);
    }
  }

  @Override
  public void appendTo(StatementBuilder builder) {
    if (infos.isEmpty()) {
      builder.add(NONE);
      return;
    }
    infos.sort(ORDER);
    for (ExecutionMetadata info : infos) {
      tenants.add(info.key().tenant().value());
      scopes.add(scope(info));
      keys.add(key(info));
      executions.add(info.id().value());
      requests.addText(info.tags().origin().request());
    }
    builder.add(TEXT, all);
  }
}
