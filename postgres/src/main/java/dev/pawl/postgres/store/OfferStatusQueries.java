package dev.pawl.postgres.store;

import dev.pawl.engine.StepId;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Offers.Holder;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the status of the offers of one execution: since when each is offered and which worker has
 * leased it.
 */
final class OfferStatusQueries {

  private static final String OFFERS =
      """
      select o.step, o.attempt, o.resource, o.offered_at, o.free, o.worker, o.lease_until, o.details
        from pawl.offer o
       where o.tenant = ? and o.execution = ?
       order by o.offered_at, o.step limit 1000
      """;

  private OfferStatusQueries() {}

  static List<Offers.OfferStatus> of(TenantDatabase tenanted, ExecutionKey execution) {
    return tenanted
        .of(execution.tenant())
        .ask(
            OFFERS,
            (statement, from) -> {
              statement.setInt(from, execution.tenant().value());
              statement.setObject(from + 1, execution.id().value());
            },
            executed -> readAll(executed, execution));
  }

  private static List<Offers.OfferStatus> readAll(
      PreparedStatement executed, ExecutionKey execution) throws SQLException {
    List<Offers.OfferStatus> statuses = new ArrayList<>();
    try (ResultSet row = executed.getResultSet()) {
      while (row.next()) {
        statuses.add(
            new Offers.OfferStatus(
                new Offer.Key(execution, StepId.parse(row.getString(1)), row.getInt(2)),
                row.getString(3),
                Rows.time(row, 4).orElseThrow(),
                holder(row)));
      }
    }
    return statuses;
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
