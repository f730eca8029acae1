package dev.pawl.postgres.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs statements on the task leases of one worker; the keys of the leases are parameters. */
final class LeaseStatements {

  /** The beginning of each statement: the leases {@code u} and the worker {@code w}. */
  static final String LEASES =
      """
      with u as materialized (
        select unnest(?::int[]) as tenant, unnest(?::uuid[]) as execution,
               unnest(?::text[]) as step, unnest(?::int[]) as attempt, unnest(?::text[]) as details)
      , w as materialized (select ?::text as worker, ?::bigint * interval '1 ms' as time)
      """;

  private final TenantDatabase tenanted;

  LeaseStatements(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Runs a statement on leases of one tenant and returns its rows; does nothing without leases. */
  <T> List<T> run(
      String sql,
      Collection<Offers.LeaseSignal> signals,
      Offers.WorkerRef workerRef,
      RowReader<T> reader) {
    if (signals.isEmpty()) {
      return List.of();
    }
    return tenanted
        .of(signals.iterator().next().key().execution().tenant())
        .ask(
            sql,
            (statement, from) -> bind(statement, from, signals, workerRef),
            executed -> {
              List<T> rows = new ArrayList<>();
              try (ResultSet row = executed.getResultSet()) {
                while (row.next()) {
                  rows.add(reader.read(row));
                }
              }
              return rows;
            });
  }

  private static void bind(
      PreparedStatement statement,
      int from,
      Collection<Offers.LeaseSignal> signals,
      Offers.WorkerRef workerRef)
      throws SQLException {
    array(statement, from, "int4", signals, signal -> signal.key().execution().tenant().value());
    array(statement, from + 1, "uuid", signals, signal -> signal.key().execution().id().value());
    array(statement, from + 2, "text", signals, signal -> signal.key().step().toString());
    array(statement, from + 3, "int4", signals, signal -> signal.key().attempt());
    array(statement, from + 4, "text", signals, signal -> signal.details().orElse(null));
    statement.setString(from + 5, workerRef.name());
    statement.setLong(from + 6, workerRef.time().toMillis());
  }

  static Offers.LeaseRenewal renewal(ResultSet row) throws SQLException {
    return new Offers.LeaseRenewal(
        key(row),
        Rows.time(row, 5).orElseThrow(),
        Rows.time(row, 6).orElseThrow(),
        row.getBoolean(7),
        row.getBoolean(8));
  }

  private static void array(
      PreparedStatement statement,
      int index,
      String type,
      Collection<Offers.LeaseSignal> signals,
      Function<Offers.LeaseSignal, @Nullable Object> value)
      throws SQLException {
    @Nullable Object[] values = signals.stream().map(value).toArray();
    statement.setArray(index, statement.getConnection().createArrayOf(type, values));
  }

  static Offer.Key key(ResultSet row) throws SQLException {
    ExecutionKey execution =
        new ExecutionKey(
            new TenantId(row.getInt(1)), new ExecutionId(row.getObject(2, UUID.class)));
    return new Offer.Key(execution, StepId.parse(row.getString(3)), row.getInt(4));
  }
}
