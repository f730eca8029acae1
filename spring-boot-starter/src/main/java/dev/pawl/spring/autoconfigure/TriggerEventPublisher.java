package dev.pawl.spring.autoconfigure;

import dev.pawl.CallerTransactions;
import dev.pawl.sdk.job.BusinessEvent;
import dev.pawl.sdk.job.EventPublisher;
import dev.pawl.triggers.TenantEvents;
import dev.pawl.triggers.binding.DomainEvent;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Publishes business events with the triggers of this application.
 *
 * @param own the events of the tenant of this application
 * @param ofTenant finds the events of another tenant by its code
 * @param ids creates ids of events
 * @param transactions finds the transaction that the starts become part of
 */
public record TriggerEventPublisher(
    TenantEvents own,
    Function<String, Optional<TenantEvents>> ofTenant,
    Supplier<UUID> ids,
    CallerTransactions transactions)
    implements EventPublisher {

  @Override
  public void publish(Optional<String> tenant, BusinessEvent event) {
    TenantEvents events = tenant.map(this::events).orElse(own);
    DomainEvent published =
        new DomainEvent(
            event.type(),
            ids.get().toString(),
            Optional.of(event.aggregateId()),
            event.clientId(),
            event.lobId(),
            event.productId(),
            event.payload());
    try {
      boolean isJoined =
          transactions
              .join(
                  connection -> {
                    events.publish(connection, published);
                    return true;
                  })
              .isPresent();
      if (!isJoined) {
        events.publish(published);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(
          "the caller's transaction failed: " + e.getMessage() + "; roll it back", e);
    }
  }

  private TenantEvents events(String code) {
    return ofTenant
        .apply(code)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "tenant: there is no tenant with the code '%s'; create it, or correct the code"
                        .formatted(code)));
  }
}
