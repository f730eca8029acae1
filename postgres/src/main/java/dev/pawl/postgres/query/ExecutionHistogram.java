package dev.pawl.postgres.query;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Executions.Criteria;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.query.SearchBranches.Branch;
import dev.pawl.postgres.query.SearchBranches.Source;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Counts executions by the time of their start and by their outcome. */
public final class ExecutionHistogram {

  private static final String COUNTS =
      """
      select width_bucket(m.id, ?), m.outcome, count(*) from (
      %s
      ) m group by 1, 2
      """;

  private static final String LIVE = "(select e.id, null::text as outcome from pawl.execution e%s)";
  private static final String FINISHED =
      "(select e.id, e.status as outcome from pawl.finished e%s)";
  private static final String FIRST = "(select e.id from %s e%s order by e.id limit 1)";
  private static final String UNION_ALL = "\nunion all\n";

  /**
   * The number of executions in a bucket.
   *
   * @param bucket index of the bucket
   * @param outcome empty for live executions
   */
  public record Count(int bucket, Optional<Status> outcome, long count) {}

  private final TenantDatabase tenanted;

  public ExecutionHistogram(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /** Returns the id of the execution that started first of those that match. */
  public Optional<UUID> first(TenantId tenant, Criteria criteria) {
    return tenanted
        .of(tenant)
        .transact(
            connection -> {
              ConnectionTemplate.update(connection, SortedSearch.LIMITS);
              return first(connection, tenant, criteria);
            });
  }

  private static Optional<UUID> first(Connection connection, TenantId tenant, Criteria criteria)
      throws SQLException {
    List<String> texts = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    for (Branch branch : SearchBranches.of(criteria, List.of())) {
      boolean isFinished = branch.source() == Source.FINISHED;
      texts.add(FIRST.formatted(isFinished ? "pawl.finished" : "pawl.execution", branch.text()));
      values.addAll(branch.values(tenant));
    }
    return Rows.list(
            connection,
            String.join(UNION_ALL, texts),
            row -> row.getObject(1, UUID.class),
            values.toArray())
        .stream()
        .min(Comparator.comparing(UUID::toString));
  }

  /**
   * Counts the executions that match.
   *
   * @param starts beginnings of the buckets, in order; earlier executions have bucket -1
   */
  public List<Count> count(TenantId tenant, Criteria criteria, List<Instant> starts) {
    return tenanted
        .of(tenant)
        .transact(
            connection -> {
              ConnectionTemplate.update(connection, SortedSearch.LIMITS);
              return count(connection, tenant, criteria, starts);
            });
  }

  private static List<Count> count(
      Connection connection, TenantId tenant, Criteria criteria, List<Instant> starts)
      throws SQLException {
    List<String> texts = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    values.add(
        connection.createArrayOf("uuid", starts.stream().map(SearchBranches::firstId).toArray()));
    for (Branch branch : SearchBranches.of(criteria, List.of())) {
      texts.add((branch.source() == Source.FINISHED ? FINISHED : LIVE).formatted(branch.text()));
      values.addAll(branch.values(tenant));
    }
    if (texts.isEmpty()) {
      return List.of();
    }
    return Rows.list(
        connection,
        COUNTS.formatted(String.join(UNION_ALL, texts)),
        row ->
            new Count(
                row.getInt(1) - 1,
                Optional.ofNullable(row.getString(2)).map(Status::valueOf),
                row.getLong(3)),
        values.toArray());
  }
}
