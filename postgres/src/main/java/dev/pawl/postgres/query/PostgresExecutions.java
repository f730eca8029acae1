package dev.pawl.postgres.query;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.permit.CountUnfinished;
import dev.pawl.postgres.write.InsertIdempotencyKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Reads live and finished executions. */
public final class PostgresExecutions implements Executions {

  private static final String FACTS =
      """
      select j.seq, j.at, j.fact from pawl.journal j
       where j.tenant = ? and j.execution = ? and j.seq > ? order by j.seq limit ?
      """;

  private static final String LAST_SEQ =
      "select coalesce(max(j.seq), 0) from pawl.journal j where j.tenant = ? and j.execution = ?";

  private static final String EXECUTION_OF_KEY =
      """
      select a.execution from pawl.idempotency_key a
       where a.tenant = ? and a.scope = ? and a.key = ?
      """;

  private static final String REQUEST_DIGEST =
      """
      select a.request_digest from pawl.idempotency_key a
       where a.tenant = ? and a.scope = ? and a.key = ?
      """;

  // The audit frees permits of older ones that are not written.
  private static final String STARTS_IN_FLIGHT =
      """
      select s.execution from pawl.permit s
       where s.tenant = ? and s.flow in ('', ?) and s.kind = 'concurrent'
         and s.execution is not null and not (%s)
         and not exists (select from pawl.execution e
                          where e.tenant = s.tenant and e.id = s.execution)
         and not exists (select from pawl.finished f
                          where f.tenant = s.tenant and f.id = s.execution)
      """
          .formatted(CountUnfinished.olderThan("s.execution", "1 minute"));

  // The best index depends on the values.
  private static final String CUSTOM_PLAN = "set local plan_cache_mode = force_custom_plan";

  private final TenantDatabase tenanted;

  public PostgresExecutions(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  @Override
  public Optional<Summary> find(ExecutionKey key) {
    ExecutionSearch search = ExecutionSearch.of(key);
    return tenanted
        .of(key.tenant())
        .ask(
            search.text(),
            search::bind,
            answers -> ExecutionSearch.read(answers.getResultSet()).stream().findFirst());
  }

  @Override
  public Optional<Executions.ExecutionRecord> load(ExecutionKey key) {
    ExecutionSearch search = ExecutionSearch.of(key);
    return tenanted
        .of(key.tenant())
        .ask(
            search.text() + ";\n" + FACTS,
            (statement, from) ->
                bind(statement, search.bind(statement, from), key, 0, MAX_FACTS_PER_PAGE),
            answers -> {
              Optional<Summary> found =
                  ExecutionSearch.read(answers.getResultSet()).stream().findFirst();
              answers.getMoreResults();
              List<JournalEntry> facts = facts(answers.getResultSet());
              return found.map(summary -> new Executions.ExecutionRecord(summary, facts));
            });
  }

  @Override
  public List<Summary> search(TenantId tenant, Criteria criteria, Page page) {
    return tenanted
        .of(tenant)
        .transact(
            connection -> {
              ConnectionTemplate.update(connection, CUSTOM_PLAN);
              return LabelSearch.isFaster(connection, criteria)
                  ? LabelSearch.search(connection, tenant, criteria, page)
                  : ExecutionSearch.of(tenant, criteria, page).run(connection);
            });
  }

  @Override
  public List<JournalExcerpt> excerpts(
      TenantId tenant, List<ExecutionId> ids, int maxFacts, int maxBytes) {
    return tenanted
        .of(tenant)
        .transact(
            connection -> {
              ConnectionTemplate.update(connection, CUSTOM_PLAN);
              return JournalExcerpts.read(connection, tenant, ids, maxFacts, maxBytes);
            });
  }

  @Override
  public List<JournalEntry> facts(ExecutionKey key, long after, int limit) {
    return tenanted
        .of(key.tenant())
        .ask(
            FACTS,
            (statement, from) -> bind(statement, from, key, after, limit),
            answers -> facts(answers.getResultSet()));
  }

  @Override
  public long lastSeq(ExecutionKey key) {
    return tenanted
        .of(key.tenant())
        .ask(
            LAST_SEQ,
            (statement, from) -> {
              statement.setInt(from, key.tenant().value());
              statement.setObject(from + 1, key.id().value());
            },
            answers -> {
              try (ResultSet row = answers.getResultSet()) {
                row.next();
                return row.getLong(1);
              }
            });
  }

  private static void bind(
      PreparedStatement statement, int from, ExecutionKey key, long after, int limit)
      throws SQLException {
    statement.setInt(from, key.tenant().value());
    statement.setObject(from + 1, key.id().value());
    statement.setInt(from + 2, Math.toIntExact(after));
    statement.setInt(from + 3, limit);
  }

  private static List<JournalEntry> facts(ResultSet rows) throws SQLException {
    List<JournalEntry> facts = new ArrayList<>();
    while (rows.next()) {
      facts.add(
          new JournalEntry(
              rows.getInt(1),
              rows.getObject(2, OffsetDateTime.class).toInstant(),
              rows.getBytes(3)));
    }
    return facts;
  }

  @Override
  public Optional<ExecutionKey> findStarted(ExecutionMetadata info) {
    Optional<String> key = info.tags().idempotencyKey();
    return key.isEmpty()
        ? Optional.empty()
        : tenanted
            .of(info.key().tenant())
            .use(connection -> findStarted(connection, info, key.get()));
  }

  @Override
  public Set<ExecutionId> startsInFlight(ExecutionMetadata info) {
    return Set.copyOf(
        tenanted
            .of(info.key().tenant())
            .use(
                connection ->
                    Rows.list(
                        connection,
                        STARTS_IN_FLIGHT,
                        row -> new ExecutionId(row.getObject(1, UUID.class)),
                        info.key().tenant().value(),
                        info.version().flow())));
  }

  @Override
  public Optional<String> request(ExecutionMetadata info) {
    Optional<String> key = info.tags().idempotencyKey();
    return key.isEmpty()
        ? Optional.empty()
        : tenanted
            .of(info.key().tenant())
            .use(
                connection ->
                    Rows.first(
                            connection,
                            REQUEST_DIGEST,
                            row -> Optional.ofNullable(row.getString(1)),
                            info.key().tenant().value(),
                            InsertIdempotencyKeys.scope(info),
                            key.get())
                        .flatMap(found -> found));
  }

  private static Optional<ExecutionKey> findStarted(
      Connection connection, ExecutionMetadata info, String key) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(EXECUTION_OF_KEY)) {
      statement.setInt(1, info.key().tenant().value());
      statement.setString(2, InsertIdempotencyKeys.scope(info));
      statement.setString(3, key);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next()
            ? Optional.of(
                new ExecutionKey(
                    info.key().tenant(), new ExecutionId(rows.getObject(1, UUID.class))))
            : Optional.empty();
      }
    }
  }
}
