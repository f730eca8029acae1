package dev.pawl.server.feed;

import dev.pawl.engine.Fact;
import dev.pawl.engine.StepId;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Tenanted;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads what happened to the executions of a tenant from the journal. */
final class Feed {

  /** How many happenings are read at once. */
  static final int AT_ONCE = 1_000;

  /** How much older than its commit a fact can be: as long as a node may be cut off, and more. */
  private static final Duration LATE = Duration.ofSeconds(20);

  private static final String NOW = "select pg_current_snapshot()::text, now()";

  private static final String BETWEEN =
      """
      select j.execution, j.seq, j.at, j.fact, coalesce(e.flow, f.flow),
             coalesce(e.version, f.version),
             case when f.id is not null then f.status
                  when e.paused then 'PAUSED'
                  when not e.begun then 'PENDING'
                  when e.owner is null and e.lane = 100 then 'WAITING'
                  else 'RUNNING' end
        from pawl.journal j
        left join pawl.execution e on e.tenant = j.tenant and e.id = j.execution
        left join pawl.finished f on f.tenant = j.tenant and f.id = j.execution
       where j.tenant = ? and j.at >= ?
         and not pg_visible_in_snapshot(
               pawl.transaction(j.xmin, pg_current_snapshot()), ?::pg_snapshot)
         and pg_visible_in_snapshot(
               pawl.transaction(j.xmin, pg_current_snapshot()), ?::pg_snapshot)
         and (j.at, j.execution, j.seq) > (?, ?, ?)
       order by j.at, j.execution, j.seq limit ?
      """;

  private final Tenanted tenanted;

  Feed(Tenanted tenanted) {
    this.tenanted = tenanted;
  }

  /** The place of one who wants to know what happens from now on. */
  Place now(TenantId tenant) {
    return tenanted
        .of(tenant)
        .use(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(NOW);
                  ResultSet row = statement.executeQuery()) {
                row.next();
                return Place.at(row.getString(1), time(row, 2));
              }
            });
  }

  /** An event of the feed, and the place behind it. */
  record Event(Place place, Happening happening) {}

  /**
   * What happened behind a place, up to the later state that it names. Fewer than {@link #AT_ONCE}
   * means that this is all.
   */
  List<Event> between(TenantId tenant, Place from) {
    return tenanted.of(tenant).use(connection -> between(connection, tenant, from));
  }

  private static List<Event> between(Connection connection, TenantId tenant, Place from)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(BETWEEN)) {
      statement.setInt(1, tenant.value());
      statement.setObject(2, offset(from.taken().minus(LATE)));
      statement.setString(3, from.since());
      statement.setString(4, from.until());
      statement.setObject(5, offset(from.last().at()));
      statement.setObject(6, from.last().execution());
      statement.setInt(7, from.last().seq());
      statement.setInt(8, AT_ONCE);
      List<Event> events = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          events.add(event(row, from));
        }
      }
      return events;
    }
  }

  private static Event event(ResultSet row, Place from) throws SQLException {
    UUID execution = row.getObject(1, UUID.class);
    int seq = row.getInt(2);
    Instant at = time(row, 3);
    Fact fact = FactBytes.read(row.getBytes(4));
    return new Event(
        new Place(from.since(), from.taken(), from.until(), new Place.Last(at, execution, seq)),
        new Happening(
            execution.toString(),
            row.getString(5),
            row.getInt(6),
            seq,
            at,
            fact.getClass().getSimpleName(),
            step(fact).map(StepId::toString).orElse(null),
            row.getString(7)));
  }

  private static Optional<StepId> step(Fact fact) {
    return switch (fact) {
      case Fact.TaskSucceeded done -> Optional.of(done.step());
      case Fact.TaskFailed failed -> Optional.of(failed.step());
      case Fact.ItemsRead read -> Optional.of(read.step());
      case Fact.ChildEnded child -> Optional.of(child.step());
      case Fact.TimerFired timer -> Optional.of(timer.step());
      case Fact.HumanActed acted -> Optional.of(acted.step());
      case Fact.Skipped skipped -> Optional.of(skipped.step());
      case Fact.Started started -> Optional.empty();
      case Fact.EventArrived event -> Optional.empty();
      case Fact.Cancelled cancelled -> Optional.empty();
      case Fact.Paused paused -> Optional.empty();
      case Fact.Resumed resumed -> Optional.empty();
      case Fact.Rewound rewound -> Optional.empty();
    };
  }

  private static OffsetDateTime offset(Instant at) {
    return OffsetDateTime.ofInstant(at, ZoneOffset.UTC);
  }

  private static Instant time(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
