package dev.pawl.postgres.query;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;

/** Determines whether executions have unread messages. */
public final class UnreadMessages {

  private static final String EXIST =
      "select exists (select from pawl.inbox i where i.tenant = ? and i.execution = ?)";

  private final TenantDatabase tenanted;

  public UnreadMessages(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /** Returns true if the inbox of the execution is not empty. */
  public boolean exist(ExecutionKey key) {
    return tenanted
        .of(key.tenant())
        .use(
            connection ->
                Rows.list(
                        connection,
                        EXIST,
                        row -> row.getBoolean(1),
                        key.tenant().value(),
                        key.id().value())
                    .getFirst());
  }
}
