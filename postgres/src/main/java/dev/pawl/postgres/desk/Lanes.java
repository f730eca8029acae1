package dev.pawl.postgres.desk;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ConcurrencyLimit.Counting;
import dev.pawl.engine.store.ConcurrencyLimit.Kind;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Line;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who has to go through the lanes of runnable executions, and where each of them stands there. */
public final class Lanes {

  private static final String LIMITED =
      "select l.tenant, l.flow, l.kind, l.overflow, l.queue_timeout is not null from pawl.limited"
          + " l";

  private static final String WHOLE_TENANT = "";
  private static final Duration APART = Duration.ofMillis(1);

  /**
   * A limited flow, or tenant.
   *
   * @param flow empty for the whole tenant
   */
  public record Scope(int tenant, String flow, Kind kind) {}

  private record Limit(boolean rejects, boolean hasQueueTimeout) {}

  private final Map<TenantId, Instant> last = new ConcurrentHashMap<>();
  private volatile Map<Scope, Limit> limited = Map.of();

  /**
   * The next place in a lane. A tenant that brings many gets later and later ones, so that another
   * that brings one goes before nearly all of them; and the claim need not think about fairness.
   */
  public Instant place(TenantId tenant, Instant now) {
    return last.merge(
        tenant,
        now,
        (before, at) -> {
          Instant after = before.plus(APART);
          return after.isAfter(at) ? after : at;
        });
  }

  /**
   * Reads which flows and tenants are limited.
   *
   * @return those limits of unfinished executions that were not known before
   */
  public Set<Scope> readLimits(Line line) throws SQLException {
    try (ResultSet rows = line.statement(LIMITED).executeQuery()) {
      return readLimits(rows);
    }
  }

  public Set<Scope> readLimits(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LIMITED);
        ResultSet rows = statement.executeQuery()) {
      return readLimits(rows);
    }
  }

  private Set<Scope> readLimits(ResultSet rows) throws SQLException {
    Map<Scope, Limit> found = new HashMap<>();
    while (rows.next()) {
      Kind kind = Kind.valueOf(rows.getString(3).toUpperCase(Locale.ROOT));
      found.put(
          new Scope(rows.getInt(1), rows.getString(2), kind),
          new Limit(rows.getString(4).equals("reject"), rows.getBoolean(5)));
    }
    Map<Scope, Limit> before = limited;
    limited = Map.copyOf(found);
    return found.keySet().stream()
        .filter(scope -> scope.kind == Kind.CONCURRENT && !before.containsKey(scope))
        .collect(Collectors.toSet());
  }

  /** True if an execution needs a permit before it may start, as of the last look. */
  public boolean isLimited(Card card) {
    Map<Scope, Limit> known = limited;
    return !known.isEmpty()
        && Stream.concat(scopes(card, Kind.CONCURRENT), scopes(card, Kind.ACTIVE))
            .anyMatch(known::containsKey);
  }

  /** True if a limit would reject the start of an execution that is beyond it. */
  public boolean mayReject(Card card) {
    Map<Scope, Limit> known = limited;
    return !known.isEmpty()
        && scopes(card, Kind.CONCURRENT)
            .map(known::get)
            .anyMatch(limit -> limit != null && limit.rejects);
  }

  public boolean isAnyQueueTimed() {
    return limited.values().stream().anyMatch(Limit::hasQueueTimeout);
  }

  private static Stream<Scope> scopes(Card card, Kind kind) {
    int tenant = card.key().tenant().value();
    Scope flow = new Scope(tenant, card.version().flow(), kind);
    Scope whole = new Scope(tenant, WHOLE_TENANT, kind);
    Counting counting =
        kind == Kind.ACTIVE ? Counting.FLOW_AND_TENANT : ConcurrencyLimit.counting(card);
    return switch (counting) {
      case NOWHERE -> Stream.empty();
      case FLOW -> Stream.of(flow);
      case FLOW_AND_TENANT -> Stream.of(flow, whole);
    };
  }
}
