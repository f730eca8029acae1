package dev.pawl.triggers.handler;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.triggers.handler.SendNotificationHandler.Notification;
import dev.pawl.triggers.handler.SendNotificationHandler.NotificationStore;
import java.util.UUID;
import java.util.function.Supplier;

/** Stores and lists the notifications that flows send to people. */
public final class StoredNotifications implements NotificationStore {

  private static final String INSERT =
      """
      insert into pawl.notification (tenant, id, execution, recipient, title, body, key)
      values (?, ?, ?, ?, ?, ?, ?) on conflict (tenant, key) do nothing
      """;

  private final TenantDatabase tenanted;
  private final Supplier<UUID> ids;

  public StoredNotifications(TenantDatabase tenanted, Supplier<UUID> ids) {
    this.tenanted = tenanted;
    this.ids = ids;
  }

  @Override
  public int add(TenantId tenant, Notification added) {
    return tenanted
        .of(tenant)
        .update(
            INSERT,
            tenant.value(),
            ids.get(),
            added.execution().orElse(null),
            added.recipient(),
            added.title(),
            added.body(),
            added.key());
  }
}
