package dev.pawl.postgres.query;

import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.Ids;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Executions.Standing;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.Fate.WaitsFor;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.row.Cards;
import dev.pawl.postgres.row.Kinds;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads a summary: after the columns of a card its status, when it started and ended, error, cause,
 * owner, when it wakes, what it waits for, whether it is paused, its incident, how it will end.
 */
final class Summaries {

  private Summaries() {}

  static Summary read(ResultSet row) throws SQLException {
    Card card = Cards.read(row);
    Status status = Status.valueOf(row.getString(Cards.NEXT));
    return new Summary(
        card,
        status,
        Rows.time(row, Cards.NEXT + 1).orElseGet(() -> Ids.timeOf(card.id())),
        Rows.time(row, Cards.NEXT + 2),
        failure(row),
        status.isTerminal() ? Optional.empty() : Optional.of(standing(row)));
  }

  private static Optional<Failure> failure(ResultSet row) throws SQLException {
    Optional<String> error = Optional.ofNullable(row.getString(Cards.NEXT + 3));
    Optional<String> cause = Optional.ofNullable(row.getString(Cards.NEXT + 4));
    return error.isEmpty() && cause.isEmpty()
        ? Optional.empty()
        : Optional.of(new Failure(error, cause));
  }

  private static Standing standing(ResultSet row) throws SQLException {
    int owner = row.getInt(Cards.NEXT + 5);
    OptionalInt known = row.wasNull() ? OptionalInt.empty() : OptionalInt.of(owner);
    return new Standing(
        known,
        Rows.time(row, Cards.NEXT + 6),
        new WaitsFor(
            Kinds.read(row.getString(Cards.NEXT + 7)),
            row.getBoolean(Cards.NEXT + 8),
            Optional.ofNullable(row.getString(Cards.NEXT + 9))),
        Optional.ofNullable(row.getString(Cards.NEXT + 10)).map(Status::valueOf));
  }
}
