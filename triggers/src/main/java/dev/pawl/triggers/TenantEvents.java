package dev.pawl.triggers;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.triggers.binding.DomainEvent;
import dev.pawl.triggers.launch.EventStarts.StartedFlow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Publishes events of one tenant, which start the flows that its bindings name. Applications that
 * publish only business events use {@link dev.pawl.sdk.job.WorkflowTrigger} instead.
 */
public interface TenantEvents {

  /** Publishes an event without further data; see {@link #onEvent} with a payload. */
  default List<StartedFlow> onEvent(
      String type,
      Object aggregateId,
      @Nullable Object clientId,
      @Nullable Object lobId,
      @Nullable Object productId) {
    return onEvent(type, aggregateId, clientId, lobId, productId, JsonObject.EMPTY);
  }

  /**
   * Publishes an event with a new id; the starts are durable when this method returns.
   *
   * @param aggregateId the business object, which becomes the business key of the executions
   * @param clientId the client; null if the event concerns none. Numbers and UUIDs become text
   * @return the executions, in the order of their bindings
   */
  List<StartedFlow> onEvent(
      String type,
      Object aggregateId,
      @Nullable Object clientId,
      @Nullable Object lobId,
      @Nullable Object productId,
      Json payload);

  /** Publishes an event; one whose id was published in the last seven days starts nothing again. */
  List<StartedFlow> publish(DomainEvent event);

  /**
   * Publishes an event in the caller's transaction on the same database: the starts are rows of it,
   * which nodes run after the commit and which do not exist after a rollback.
   *
   * @throws IllegalArgumentException if the connection is in auto-commit mode
   */
  List<StartedFlow> publish(Connection transaction, DomainEvent event) throws SQLException;
}
