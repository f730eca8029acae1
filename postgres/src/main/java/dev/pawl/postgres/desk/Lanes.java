package dev.pawl.postgres.desk;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.postgres.connection.Line;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Who has to go through the lanes of runnable executions, and where each of them stands there. */
public final class Lanes {

  private static final String LIMITED = "select tenant, flow from pawl.limited";
  private static final String WHOLE_TENANT = "";
  private static final Duration APART = Duration.ofMillis(1);

  private record Scope(int tenant, String flow) {}

  private final Map<TenantId, Instant> last = new ConcurrentHashMap<>();
  private volatile Set<Scope> limited = Set.of();

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

  /** Looks which flows and tenants are limited. */
  public void readLimits(Line line) throws SQLException {
    Set<Scope> found = new HashSet<>();
    try (ResultSet rows = line.statement(LIMITED).executeQuery()) {
      while (rows.next()) {
        found.add(new Scope(rows.getInt(1), rows.getString(2)));
      }
    }
    limited = Set.copyOf(found);
  }

  /** Whether an execution of that version needs a slot before it may run, as of the last look. */
  public boolean isLimited(VersionKey version) {
    Set<Scope> known = limited;
    return !known.isEmpty()
        && (known.contains(new Scope(version.tenant().value(), WHOLE_TENANT))
            || known.contains(new Scope(version.tenant().value(), version.flow())));
  }
}
