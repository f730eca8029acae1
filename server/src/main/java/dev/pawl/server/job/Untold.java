package dev.pawl.server.job;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import java.util.List;
import java.util.UUID;

/**
 * Whom a job that is about all executions of a tenant has still to tell. Whom it told is known by
 * the keys of its letters, which are kept as long as an execution lives.
 */
final class Untold {

  private static final String TOLD =
      """
      exists (select from pawl.accepted a
               where a.tenant = e.tenant and a.scope = 'mail:' || e.id and a.key like ?)\
      """;

  // It may have to wait for a permit for long, and hears what it is told when it starts.
  private static final String UNSTARTED = "(not e.begun and e.lane = 101)";

  // Who sleeps and is paused does nothing until somebody lets it go on.
  private static final String AWAKE = "(e.owner is not null or not e.paused or e.lane <> 100)";

  private static final String TO_PAUSE =
      """
      select e.id from pawl.execution e
       where e.tenant = ? and e.id < ? and (? or %s and not %s)
       order by e.id desc limit ?
      """
          .formatted(AWAKE, TOLD);

  // One that has not started may have been told of the pause, and will hear of both.
  private static final String TO_RESUME =
      """
      select e.id from pawl.execution e
       where e.tenant = ? and e.id < ?
         and (e.paused or e.owner is not null or not e.begun and e.messages > 0)
         and (? or not %s)
       order by e.id desc limit ?
      """
          .formatted(TOLD);

  // Letters to one that cannot be read stay unread, and it does nothing either.
  private static final String UNHEARD =
      """
      exists (select from pawl.inbox i
                join pawl.execution e on e.tenant = i.tenant and e.id = i.execution
               where i.tenant = ? and e.incident is null and not %s and %s)\
      """
          .formatted(UNSTARTED, TOLD);

  // At one moment: who has heard it begins nothing more, and what it began before can be seen.
  private static final String ALL_PAUSED =
      """
      select not %s
         and not exists (select from pawl.execution e where e.tenant = ? and %s and not %s)
      """
          .formatted(UNHEARD, AWAKE, TOLD);

  private static final String ALL_HEARD = "select not " + UNHEARD;

  private static final String WILL_HEAR =
      """
      select exists (select from pawl.execution e
                      where e.tenant = ? and e.id = ? and not e.begun and %s)
      """
          .formatted(TOLD);

  private final Tenanted tenanted;

  Untold(Tenanted tenanted) {
    this.tenanted = tenanted;
  }

  /**
   * Some that are to be paused, the newest first.
   *
   * @param first whether nobody was told yet, or it is not known who was
   */
  List<UUID> toPause(TenantId tenant, UUID below, boolean first, String key, int limit) {
    return some(TO_PAUSE, tenant, below, first, key, limit);
  }

  /** Some that may be paused, the newest first. */
  List<UUID> toResume(TenantId tenant, UUID below, boolean first, String key, int limit) {
    return some(TO_RESUME, tenant, below, first, key, limit);
  }

  private List<UUID> some(
      String sql, TenantId tenant, UUID below, boolean first, String key, int limit) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    sql,
                    row -> row.getObject(1, UUID.class),
                    tenant.value(),
                    below,
                    first,
                    key,
                    limit));
  }

  /** Whether all were told with that key, and have heard it. */
  boolean areAllPaused(TenantId tenant, String key) {
    return is(tenant, ALL_PAUSED, tenant.value(), key, tenant.value(), key);
  }

  /** Whether all who were told with such a key have heard it. */
  boolean haveAllHeard(TenantId tenant, String keys) {
    return is(tenant, ALL_HEARD, tenant.value(), keys);
  }

  /** True if one was told with such a key, and has not started to hear it. */
  boolean willHear(ExecutionKey key, String keys) {
    return is(key.tenant(), WILL_HEAR, key.tenant().value(), key.id().value(), keys);
  }

  private boolean is(TenantId tenant, String sql, Object... parameters) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.first(connection, sql, row -> row.getBoolean(1), parameters).orElseThrow());
  }
}
