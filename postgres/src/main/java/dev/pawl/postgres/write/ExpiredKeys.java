package dev.pawl.postgres.write;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import java.time.Duration;

/** Removes idempotency keys of starts that count for a shorter time than others. */
public final class ExpiredKeys {

  private static final String EXPIRE =
      """
      delete from pawl.idempotency_key
       where tenant = ? and scope = ? and key = ? and at < now() - ? * interval '1 s'
      """;

  private ExpiredKeys() {}

  /**
   * Removes a key that is older than the given time, so that it can start its flow again. Of starts
   * at the same time with that key, still only one succeeds.
   */
  public static void remove(
      ConnectionTemplate engine, TenantId tenant, String flow, String key, Duration age) {
    engine.update(EXPIRE, tenant.value(), InsertIdempotencyKeys.scope(flow), key, age.toSeconds());
  }
}
