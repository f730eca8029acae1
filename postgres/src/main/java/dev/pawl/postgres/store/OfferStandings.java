package dev.pawl.postgres.store;

import dev.pawl.engine.StepId;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers.Holder;
import dev.pawl.engine.store.Offers.Standing;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How the work of one execution stands: who has it, and since when it waits for somebody. */
final class OfferStandings {

  private static final String STANDINGS =
      """
      select o.step, o.attempt, o.resource, o.offered_at, o.free, o.taker, o.until, o.details
        from pawl.offer o
       where o.tenant = ? and o.execution = ?
       order by o.offered_at, o.step limit 1000
      """;

  private OfferStandings() {}

  static List<Standing> of(Tenanted tenanted, ExecutionKey execution) {
    return tenanted
        .of(execution.tenant())
        .ask(
            STANDINGS,
            (statement, from) -> {
              statement.setInt(from, execution.tenant().value());
              statement.setObject(from + 1, execution.id().value());
            },
            answer -> standings(answer, execution));
  }

  private static List<Standing> standings(PreparedStatement answer, ExecutionKey execution)
      throws SQLException {
    List<Standing> standings = new ArrayList<>();
    try (ResultSet row = answer.getResultSet()) {
      while (row.next()) {
        standings.add(
            new Standing(
                new Offer.Key(execution, StepId.parse(row.getString(1)), row.getInt(2)),
                row.getString(3),
                Rows.time(row, 4).orElseThrow(),
                holder(row)));
      }
    }
    return standings;
  }

  private static Optional<Holder> holder(ResultSet row) throws SQLException {
    return row.getBoolean(5)
        ? Optional.empty()
        : Optional.of(
            new Holder(
                row.getString(6),
                Rows.time(row, 7).orElseThrow(),
                Optional.ofNullable(row.getString(8))));
  }
}
