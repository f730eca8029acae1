package dev.pawl.postgres.write;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import java.time.Duration;

/** Finds and removes idempotency keys of starts. */
public final class StartKeys {

  private static final String EXPIRE =
      """
      delete from pawl.idempotency_key
       where tenant = ? and scope = ? and key = ? and at < now() - ? * interval '1 s'
      """;

  private static final String EXISTS =
      """
      select 1 from pawl.idempotency_key k where k.tenant = ? and k.scope = ? and k.key = ?
      """;

  private StartKeys() {}

  /** Returns true if a key has started its flow before. */
  public static boolean exists(
      ConnectionTemplate engine, TenantId tenant, String flow, String key) {
    return engine.use(
        connection ->
            Rows.first(
                    connection,
                    EXISTS,
                    row -> true,
                    tenant.value(),
                    InsertIdempotencyKeys.scope(flow),
                    key)
                .isPresent());
  }

  /**
   * Removes a key that is older than the given time, so that it can start its flow again. Of starts
   * at the same time with that key, still only one succeeds.
   */
  public static void removeExpired(
      ConnectionTemplate engine, TenantId tenant, String flow, String key, Duration age) {
    engine.update(EXPIRE, tenant.value(), InsertIdempotencyKeys.scope(flow), key, age.toSeconds());
  }
}
