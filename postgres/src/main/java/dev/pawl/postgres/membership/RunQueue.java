package dev.pawl.postgres.membership;

import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ConcurrencyLimit.Counting;
import dev.pawl.engine.store.ConcurrencyLimit.LimitKind;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.DedicatedConnection;
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

/** Knows which executions are subject to limits, and assigns positions in the run queue. */
public final class RunQueue {

  private static final String LIMITS =
      """
      select l.tenant, l.flow, l.kind, l.overflow, l.queue_timeout is not null
        from pawl.concurrency_limit l
      """;

  private static final String WHOLE_TENANT = "";
  private static final Duration SPACING = Duration.ofMillis(1);

  /**
   * Identifies a limited flow or tenant.
   *
   * @param flow empty for the whole tenant
   */
  public record LimitScope(int tenant, String flow, LimitKind kind) {}

  private record Limit(boolean rejects, boolean hasQueueTimeout) {}

  private final Map<TenantId, Instant> lastPositions = new ConcurrentHashMap<>();
  private volatile Map<LimitScope, Limit> limited = Map.of();

  /**
   * Returns the next position in the queue. Positions of one tenant are spaced apart, so that an
   * execution of another tenant precedes most of a long backlog, and the claim needs no fairness
   * rule.
   */
  public Instant nextPosition(TenantId tenant, Instant now) {
    return lastPositions.merge(
        tenant,
        now,
        (before, at) -> {
          Instant after = before.plus(SPACING);
          return after.isAfter(at) ? after : at;
        });
  }

  /**
   * Reads which flows and tenants are limited.
   *
   * @return the limits of unfinished executions that were not known before
   */
  public Set<LimitScope> readLimits(DedicatedConnection dedicated) throws SQLException {
    try (ResultSet rows = dedicated.statement(LIMITS).executeQuery()) {
      return readLimits(rows);
    }
  }

  /**
   * Reads which flows and tenants are limited, on the given connection.
   *
   * @return the limits of unfinished executions that were not known before
   */
  public Set<LimitScope> readLimits(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LIMITS);
        ResultSet rows = statement.executeQuery()) {
      return readLimits(rows);
    }
  }

  private Set<LimitScope> readLimits(ResultSet rows) throws SQLException {
    Map<LimitScope, Limit> found = new HashMap<>();
    while (rows.next()) {
      LimitKind kind = LimitKind.valueOf(rows.getString(3).toUpperCase(Locale.ROOT));
      found.put(
          new LimitScope(rows.getInt(1), rows.getString(2), kind),
          new Limit(rows.getString(4).equals("reject"), rows.getBoolean(5)));
    }
    Map<LimitScope, Limit> before = limited;
    limited = Map.copyOf(found);
    return found.keySet().stream()
        .filter(scope -> scope.kind == LimitKind.CONCURRENT && !before.containsKey(scope))
        .collect(Collectors.toSet());
  }

  /** Returns true if an execution needs a permit before it may start, by the limits last read. */
  public boolean isLimited(ExecutionMetadata info) {
    Map<LimitScope, Limit> known = limited;
    return !known.isEmpty()
        && Stream.concat(scopes(info, LimitKind.CONCURRENT), scopes(info, LimitKind.ACTIVE))
            .anyMatch(known::containsKey);
  }

  /** Returns true if a limit rejects the start of the execution when no permit is free. */
  public boolean mayReject(ExecutionMetadata info) {
    Map<LimitScope, Limit> known = limited;
    return !known.isEmpty()
        && scopes(info, LimitKind.CONCURRENT)
            .map(known::get)
            .anyMatch(limit -> limit != null && limit.rejects);
  }

  /** Returns true if any limit has a queue timeout. */
  public boolean isAnyQueueTimed() {
    return limited.values().stream().anyMatch(Limit::hasQueueTimeout);
  }

  private static Stream<LimitScope> scopes(ExecutionMetadata info, LimitKind kind) {
    int tenant = info.key().tenant().value();
    LimitScope flow = new LimitScope(tenant, info.version().flow(), kind);
    LimitScope whole = new LimitScope(tenant, WHOLE_TENANT, kind);
    Counting counting =
        kind == LimitKind.ACTIVE ? Counting.FLOW_AND_TENANT : ConcurrencyLimit.counting(info);
    return switch (counting) {
      case NOWHERE -> Stream.empty();
      case FLOW -> Stream.of(flow);
      case FLOW_AND_TENANT -> Stream.of(flow, whole);
    };
  }
}
