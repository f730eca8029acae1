package dev.pawl.postgres.upkeep;

import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.Upkeep;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.schema.Partitions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;

/** Makes room, forgets, finds what nothing would wake, and sets limits. */
public final class PostgresUpkeep implements Upkeep {

  private static final Duration BEHIND = Duration.ofDays(1);
  private static final Duration AHEAD = Duration.ofDays(3);

  private static final String NOW = "select now()";

  private final Borrowed borrowed;
  private final Audit audit;
  private final Forgetting forgetting;
  private final LimitRows limits;
  private final Runnable limitsChanged;

  /**
   * @param limitsChanged called when a limit was set or removed, for the nodes of this process
   */
  public PostgresUpkeep(Borrowed.Source source, Runnable limitsChanged) {
    this(source, limitsChanged, Audit.SECOND_LOOK);
  }

  /**
   * @param secondLook after how long to look again whether something is wrong that may be passing
   */
  public PostgresUpkeep(Borrowed.Source source, Duration secondLook) {
    this(source, () -> {}, secondLook);
  }

  private PostgresUpkeep(Borrowed.Source source, Runnable limitsChanged, Duration secondLook) {
    this.limitsChanged = limitsChanged;
    this.borrowed = new Borrowed(source);
    this.audit = new Audit(borrowed, secondLook);
    this.forgetting = new Forgetting(borrowed);
    this.limits = new LimitRows(borrowed);
  }

  @Override
  public void prepareRoom() {
    LockTrouble.retry(
        () ->
            borrowed.use(
                connection -> {
                  Instant now = now(connection);
                  Partitions.ensure(connection, now.minus(BEHIND), now.plus(AHEAD));
                  return true;
                }));
  }

  @Override
  public int forget(Duration age) {
    return forgetting.forget(borrowed.use(PostgresUpkeep::now).minus(age));
  }

  @Override
  public Map<String, Integer> audit() {
    forgetting.forgetEchoes();
    return audit.run();
  }

  @Override
  public void limit(TenantId tenant, Optional<String> flow, ConcurrencyLimit limit) {
    limits.set(tenant, flow, limit);
    limitsChanged.run();
  }

  @Override
  public void unlimit(TenantId tenant, Optional<String> flow, ConcurrencyLimit.Kind kind) {
    limits.lift(tenant, flow, kind);
    limitsChanged.run();
  }

  private static Instant now(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(NOW)) {
      rows.next();
      return rows.getObject(1, OffsetDateTime.class).toInstant();
    }
  }
}
