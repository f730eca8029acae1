package dev.pawl.triggers;

import dev.pawl.sdk.Json;
import dev.pawl.triggers.binding.DomainEvent;
import dev.pawl.triggers.launch.EventStarts.StartedFlow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The events of a tenant.
 *
 * @param ids creates ids of events
 * @param starts starts the flows of an event
 * @param transactionalStarts starts them in the caller's transaction
 */
record PublishedEvents(
    Supplier<UUID> ids,
    Function<DomainEvent, List<StartedFlow>> starts,
    TransactionalStart transactionalStarts)
    implements TenantEvents {

  /** Starts flows in a transaction. */
  interface TransactionalStart {
    List<StartedFlow> start(Connection transaction, DomainEvent event) throws SQLException;
  }

  @Override
  public List<StartedFlow> onEvent(
      String type,
      Object aggregateId,
      @Nullable Object clientId,
      @Nullable Object lobId,
      @Nullable Object productId,
      Json payload) {
    return publish(
        new DomainEvent(
            type,
            ids.get().toString(),
            Optional.of(aggregateId.toString()),
            text(clientId),
            text(lobId),
            text(productId),
            payload));
  }

  private static Optional<String> text(@Nullable Object id) {
    return Optional.ofNullable(id).map(Object::toString);
  }

  @Override
  public List<StartedFlow> publish(DomainEvent event) {
    return starts.apply(event);
  }

  @Override
  public List<StartedFlow> publish(Connection transaction, DomainEvent event) throws SQLException {
    return transactionalStarts.start(transaction, event);
  }
}
