package dev.pawl.sdk.job;

import dev.pawl.sdk.JsonBinder;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A {@link WorkflowTrigger} that passes events to an {@link EventPublisher}. */
public final class PublishingTrigger implements WorkflowTrigger {

  private final EventPublisher publisher;
  private final JsonBinder binder;
  private final Optional<String> tenant;

  /**
   * Creates a trigger for the tenant of this program.
   *
   * @param binder converts payloads to JSON
   */
  public PublishingTrigger(EventPublisher publisher, JsonBinder binder) {
    this(publisher, binder, Optional.empty());
  }

  private PublishingTrigger(EventPublisher publisher, JsonBinder binder, Optional<String> tenant) {
    this.publisher = publisher;
    this.binder = binder;
    this.tenant = tenant;
  }

  @Override
  public void onEvent(
      String eventType,
      UUID aggregateId,
      @Nullable Object clientId,
      @Nullable Object lobId,
      @Nullable Object productId,
      @Nullable Object payload) {
    publisher.publish(
        tenant,
        new BusinessEvent(
            eventType,
            aggregateId.toString(),
            text(clientId),
            text(lobId),
            text(productId),
            binder.write(payload)));
  }

  private static Optional<String> text(@Nullable Object id) {
    return Optional.ofNullable(id).map(Object::toString);
  }

  @Override
  public WorkflowTrigger forTenant(String code) {
    return new PublishingTrigger(publisher, binder, Optional.of(code));
  }
}
