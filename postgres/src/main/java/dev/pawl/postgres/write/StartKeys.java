package dev.pawl.postgres.write;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;

/** Finds idempotency keys of starts. */
public final class StartKeys {

  // Not an update: what maintenance selects by ctid stays where it is.
  private static final String END_DAY =
      """
      delete from pawl.idempotency_key
       where tenant = ? and scope = ? and key = ? and at < now() - interval '24 hours'
      """;

  private static final String BEGIN_DAY =
      """
      insert into pawl.idempotency_key (tenant, scope, key, execution, request_digest)
      values (?, ?, ?, '00000000-0000-0000-0000-000000000000', ?)
      on conflict do nothing
      """;

  private static final String FIRST_OF_DAY =
      """
      select k.request_digest from pawl.idempotency_key k
       where k.tenant = ? and k.scope = ? and k.key = ?
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
   * Returns the first of the keys that starts with the same content have had within 24 hours; the
   * given one if there is none.
   *
   * @param content identifies the content
   */
  public static String firstOfDay(
      ConnectionTemplate engine, TenantId tenant, String flow, String content, String key) {
    String scope = InsertIdempotencyKeys.scope(flow);
    return engine.transact(
        connection -> {
          ConnectionTemplate.update(connection, END_DAY, tenant.value(), scope, content);
          ConnectionTemplate.update(connection, BEGIN_DAY, tenant.value(), scope, content, key);
          return Rows.first(
                  connection, FIRST_OF_DAY, row -> row.getString(1), tenant.value(), scope, content)
              .orElse(key);
        });
  }
}
