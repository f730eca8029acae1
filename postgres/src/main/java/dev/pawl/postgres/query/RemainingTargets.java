package dev.pawl.postgres.query;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.util.List;
import java.util.UUID;

/**
 * Finds the executions that a job on all executions of a tenant has not yet sent its message to.
 * The idempotency keys of its messages, which are kept while an execution is live, identify the
 * others.
 */
public final class RemainingTargets {

  private static final String NOTIFIED =
      """
      exists (select from pawl.idempotency_key a
               where a.tenant = e.tenant and a.scope = 'inbox:' || e.id and a.key like ?)\
      """;

  // Such an execution may wait long for a permit; it reads its messages when it starts.
  private static final String UNSTARTED = "(not e.started and e.queue = 101)";

  // An execution that is parked and paused does nothing until it is resumed.
  private static final String AWAKE = "(e.owner is not null or not e.paused or e.queue <> 100)";

  private static final String TO_PAUSE =
      """
      select e.id from pawl.execution e
       where e.tenant = ? and e.id < ? and (? or %s and not %s)
       order by e.id desc limit ?
      """
          .formatted(AWAKE, NOTIFIED);

  // An execution that has not started may have the pause in its inbox and then reads both messages.
  private static final String TO_RESUME =
      """
      select e.id from pawl.execution e
       where e.tenant = ? and e.id < ?
         and (e.paused or e.owner is not null or not e.started and e.messages > 0)
         and (? or not %s)
       order by e.id desc limit ?
      """
          .formatted(NOTIFIED);

  // An execution with an incident does not read its messages, and does nothing either.
  private static final String UNHEARD =
      """
      exists (select from pawl.inbox i
                join pawl.execution e on e.tenant = i.tenant and e.id = i.execution
               where i.tenant = ? and e.incident is null and not %s and %s)\
      """
          .formatted(UNSTARTED, NOTIFIED);

  // In one snapshot: an execution that has read the message starts no more children, and those it
  // started before are visible.
  private static final String ALL_PAUSED =
      """
      select not %s
         and not exists (select from pawl.execution e where e.tenant = ? and %s and not %s)
      """
          .formatted(UNHEARD, AWAKE, NOTIFIED);

  private static final String ALL_HEARD = "select not " + UNHEARD;

  private static final String HAS_UNREAD_MESSAGE =
      """
      select exists (select from pawl.execution e
                      where e.tenant = ? and e.id = ? and not e.started and %s)
      """
          .formatted(NOTIFIED);

  private final TenantDatabase tenanted;

  public RemainingTargets(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /**
   * Returns executions to pause with ids below the given one, newest first.
   *
   * @param first true in the first pass, which does not exclude executions that have the message
   * @param key idempotency key of the messages
   */
  public List<UUID> toPause(TenantId tenant, UUID below, boolean first, String key, int limit) {
    return some(TO_PAUSE, tenant, below, first, key, limit);
  }

  /** Returns executions that may be paused, with ids below the given one, newest first. */
  public List<UUID> toResume(TenantId tenant, UUID below, boolean first, String key, int limit) {
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

  /** Returns true if all executions have received and read the message with that key. */
  public boolean areAllPaused(TenantId tenant, String key) {
    return is(tenant, ALL_PAUSED, tenant.value(), key, tenant.value(), key);
  }

  /** Returns true if all messages whose keys match the pattern have been read. */
  public boolean haveAllRead(TenantId tenant, String keys) {
    return is(tenant, ALL_HEARD, tenant.value(), keys);
  }

  /** Returns true if the execution has a message whose key matches and has not started. */
  public boolean hasUnreadMessage(ExecutionKey key, String keys) {
    return is(key.tenant(), HAS_UNREAD_MESSAGE, key.tenant().value(), key.id().value(), keys);
  }

  private boolean is(TenantId tenant, String sql, Object... parameters) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.first(connection, sql, row -> row.getBoolean(1), parameters).orElseThrow());
  }
}
