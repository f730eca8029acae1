package dev.pawl.postgres.query;

import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.time.ExecutionIds;
import dev.pawl.engine.store.Disposition.WaitsFor;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.row.ExecutionInfoRows;
import dev.pawl.postgres.row.WaitKindText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads summaries. After the columns of the info, a row has: status, start, end, error, cause,
 * owner, wake-up time, kinds it waits for, paused, incident, ending.
 */
final class SummaryRows {

  private SummaryRows() {}

  static Summary read(ResultSet row) throws SQLException {
    ExecutionMetadata info = ExecutionInfoRows.read(row);
    Status status = Status.valueOf(row.getString(ExecutionInfoRows.NEXT));
    return new Summary(
        info,
        status,
        Rows.time(row, ExecutionInfoRows.NEXT + 1).orElseGet(() -> ExecutionIds.timeOf(info.id())),
        Rows.time(row, ExecutionInfoRows.NEXT + 2),
        failure(row),
        status.isTerminal() ? Optional.empty() : Optional.of(waitState(row)));
  }

  private static Optional<Failure> failure(ResultSet row) throws SQLException {
    Optional<String> error = Optional.ofNullable(row.getString(ExecutionInfoRows.NEXT + 3));
    Optional<String> cause = Optional.ofNullable(row.getString(ExecutionInfoRows.NEXT + 4));
    return error.isEmpty() && cause.isEmpty()
        ? Optional.empty()
        : Optional.of(new Failure(error, cause));
  }

  private static Executions.WaitState waitState(ResultSet row) throws SQLException {
    int owner = row.getInt(ExecutionInfoRows.NEXT + 5);
    OptionalInt ownerId = row.wasNull() ? OptionalInt.empty() : OptionalInt.of(owner);
    return new Executions.WaitState(
        ownerId,
        Rows.time(row, ExecutionInfoRows.NEXT + 6),
        new WaitsFor(
            WaitKindText.read(row.getString(ExecutionInfoRows.NEXT + 7)),
            row.getBoolean(ExecutionInfoRows.NEXT + 8),
            Optional.ofNullable(row.getString(ExecutionInfoRows.NEXT + 9))),
        Optional.ofNullable(row.getString(ExecutionInfoRows.NEXT + 10)).map(Status::valueOf));
  }
}
