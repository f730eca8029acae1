package dev.pawl.postgres.query;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.postgres.write.AcceptedKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Looks at executions, live and finished. */
public final class PostgresExecutions implements Executions {

  private static final String FACTS =
      """
      select j.seq, j.at, j.fact from pawl.journal j
       where j.tenant = ? and j.execution = ? and j.seq > ? order by j.seq limit ?
      """;

  private static final String LAST_SEQ =
      "select coalesce(max(j.seq), 0) from pawl.journal j where j.tenant = ? and j.execution = ?";

  private static final String STARTED_BEFORE =
      "select a.execution from pawl.accepted a where a.tenant = ? and a.scope = ? and a.key = ?";

  private static final String REQUEST =
      "select a.request from pawl.accepted a where a.tenant = ? and a.scope = ? and a.key = ?";

  // Which index serves best depends on the values.
  private static final String PLAN_FOR_WHAT_IS_ASKED =
      "set local plan_cache_mode = force_custom_plan";

  private final Tenanted tenanted;

  public PostgresExecutions(Tenanted tenanted) {
    this.tenanted = tenanted;
  }

  @Override
  public Optional<Summary> find(ExecutionKey key) {
    Search search = Search.of(key);
    return tenanted
        .of(key.tenant())
        .ask(
            search.text(),
            search::bind,
            answers -> Search.read(answers.getResultSet()).stream().findFirst());
  }

  @Override
  public Optional<Recounted> recount(ExecutionKey key) {
    Search search = Search.of(key);
    return tenanted
        .of(key.tenant())
        .ask(
            search.text() + ";\n" + FACTS,
            (question, from) -> ask(question, search.bind(question, from), key, 0, AT_ONCE),
            answers -> {
              Optional<Summary> found = Search.read(answers.getResultSet()).stream().findFirst();
              answers.getMoreResults();
              List<Entry> facts = facts(answers.getResultSet());
              return found.map(summary -> new Recounted(summary, facts));
            });
  }

  @Override
  public List<Summary> search(TenantId tenant, Criteria criteria, Page page) {
    return tenanted
        .of(tenant)
        .transact(
            connection -> {
              Borrowed.update(connection, PLAN_FOR_WHAT_IS_ASKED);
              return Marked.isQuicker(connection, criteria)
                  ? Marked.search(connection, tenant, criteria, page)
                  : Search.of(tenant, criteria, page).run(connection);
            });
  }

  @Override
  public List<Entry> facts(ExecutionKey key, long after, int most) {
    return tenanted
        .of(key.tenant())
        .ask(
            FACTS,
            (question, from) -> ask(question, from, key, after, most),
            answers -> facts(answers.getResultSet()));
  }

  @Override
  public long lastSeq(ExecutionKey key) {
    return tenanted
        .of(key.tenant())
        .ask(
            LAST_SEQ,
            (question, from) -> {
              question.setInt(from, key.tenant().value());
              question.setObject(from + 1, key.id().value());
            },
            answers -> {
              try (ResultSet row = answers.getResultSet()) {
                row.next();
                return row.getLong(1);
              }
            });
  }

  private static void ask(
      PreparedStatement question, int from, ExecutionKey key, long after, int most)
      throws SQLException {
    question.setInt(from, key.tenant().value());
    question.setObject(from + 1, key.id().value());
    question.setInt(from + 2, Math.toIntExact(after));
    question.setInt(from + 3, most);
  }

  private static List<Entry> facts(ResultSet rows) throws SQLException {
    List<Entry> facts = new ArrayList<>();
    while (rows.next()) {
      facts.add(
          new Entry(
              rows.getInt(1),
              rows.getObject(2, OffsetDateTime.class).toInstant(),
              rows.getBytes(3)));
    }
    return facts;
  }

  @Override
  public Optional<ExecutionKey> startedBefore(Card card) {
    Optional<String> key = card.tags().idempotencyKey();
    return key.isEmpty()
        ? Optional.empty()
        : tenanted
            .of(card.key().tenant())
            .use(connection -> startedBefore(connection, card, key.get()));
  }

  @Override
  public Optional<String> request(Card card) {
    Optional<String> key = card.tags().idempotencyKey();
    return key.isEmpty()
        ? Optional.empty()
        : tenanted
            .of(card.key().tenant())
            .use(
                connection ->
                    Rows.first(
                            connection,
                            REQUEST,
                            row -> Optional.ofNullable(row.getString(1)),
                            card.key().tenant().value(),
                            AcceptedKeys.scope(card),
                            key.get())
                        .flatMap(found -> found));
  }

  private static Optional<ExecutionKey> startedBefore(Connection connection, Card card, String key)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(STARTED_BEFORE)) {
      statement.setInt(1, card.key().tenant().value());
      statement.setString(2, AcceptedKeys.scope(card));
      statement.setString(3, key);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next()
            ? Optional.of(
                new ExecutionKey(
                    card.key().tenant(), new ExecutionId(rows.getObject(1, UUID.class))))
            : Optional.empty();
      }
    }
  }
}
