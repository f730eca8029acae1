package dev.pawl.triggers.launch;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.TenantPausedException;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.store.TransactionalStarts;
import dev.pawl.triggers.binding.OnRunning;
import dev.pawl.triggers.launch.FireDecision.Start;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/**
 * Looks for an unfinished execution with the business key of a start. Starts with the same flow and
 * key are serialized by an advisory lock until the end of their transaction.
 */
final class KeyedStarts {

  // Also for an execution that does not exist yet, so that two first fires do not both start.
  private static final String LOCK =
      "select pg_advisory_xact_lock(hashtextextended(? || ' ' || ?, ?))";

  private static final String LIVE =
      """
      select e.id from pawl.execution e
       where e.tenant = ? and e.business_key = ? and e.flow = ? and e.parent is null
         and e.test is null
       order by e.id desc limit 1
      """;

  private static final String ONCE =
      """
      insert into pawl.idempotency_key (tenant, scope, key, execution) values (?, ?, ?, ?)
      on conflict do nothing
      """;

  // Not an execution that the event only reached: what an event started, it does not wake.
  private static final String STARTED =
      """
      select k.execution from pawl.idempotency_key k
       where k.tenant = ? and k.scope = ? and k.key = ?
         and (exists (
               select from pawl.execution e
                where e.tenant = k.tenant and e.id = k.execution and e.idempotency_key = k.key)
           or exists (
               select from pawl.finished f
                where f.tenant = k.tenant and f.id = k.execution and f.idempotency_key = k.key))
      """;

  private static final String NOT_HANDLED =
      "delete from pawl.idempotency_key where tenant = ? and scope = ? and key = ?";

  // The beginning of a stop locks the table against this, and waits for it.
  private static final String HOLD_OFF_STOPS = "lock table pawl.fence in row exclusive mode";

  private static final String STOPPED = "select 1 from pawl.emergency_stop s where s.tenant = ?";

  private KeyedStarts() {}

  /** Writes a start. */
  interface StartWriter {
    ExecutionKey write() throws SQLException;
  }

  /** Returns the newest unfinished execution of a flow with a business key. */
  static Optional<ExecutionId> running(
      Connection connection, TenantId tenant, String businessKey, String flow) throws SQLException {
    return Rows.first(
        connection,
        LIVE,
        row -> new ExecutionId(row.getObject(1, UUID.class)),
        tenant.value(),
        businessKey,
        flow);
  }

  /**
   * Starts an execution unless there is an unfinished one; then does what the binding says.
   *
   * @return the execution that was started, now or when the event was published before
   */
  static Optional<ExecutionKey> start(
      Connection connection, Fire fire, Start start, OnRunning onRunning, StartWriter writer)
      throws SQLException {
    int tenant = fire.tenant().value();
    String flow = start.launch().flow();
    String key = start.launch().tags().businessKey().orElseThrow();
    Rows.list(connection, LOCK, row -> true, flow, key, tenant);
    Optional<UUID> live =
        Rows.first(connection, LIVE, row -> row.getObject(1, UUID.class), tenant, key, flow);
    if (live.isEmpty()) {
      return Optional.of(writer.write());
    }
    String scope = "start:" + flow;
    String once = FireDecider.dedupKey(fire);
    if (ConnectionTemplate.update(connection, ONCE, tenant, scope, once, live.get()) == 0) {
      return Rows.first(
              connection, STARTED, row -> row.getObject(1, UUID.class), tenant, scope, once)
          .map(id -> new ExecutionKey(fire.tenant(), new ExecutionId(id)));
    }
    if (onRunning == OnRunning.IGNORE || isSent(connection, fire, live.get(), once)) {
      return Optional.empty();
    }
    ConnectionTemplate.update(connection, NOT_HANDLED, tenant, scope, once);
    return Optional.of(writer.write());
  }

  // False if the execution has ended meanwhile.
  private static boolean isSent(Connection connection, Fire fire, UUID live, String once)
      throws SQLException {
    MessageAcceptance sent =
        TransactionalStarts.send(
            connection,
            new ExecutionKey(fire.tenant(), new ExecutionId(live)),
            ExecutionControl.event(fire.event().type(), fire.event().payload()),
            Optional.of(once));
    return sent != MessageAcceptance.ENDED && sent != MessageAcceptance.UNKNOWN;
  }

  /**
   * Keeps an emergency stop from beginning until the end of the transaction.
   *
   * @throws TenantPausedException if one is in force
   */
  static void requireNoStop(Connection connection, TenantId tenant) throws SQLException {
    ConnectionTemplate.update(connection, HOLD_OFF_STOPS);
    if (Rows.first(connection, STOPPED, row -> true, tenant.value()).isPresent()) {
      throw new TenantPausedException();
    }
  }
}
