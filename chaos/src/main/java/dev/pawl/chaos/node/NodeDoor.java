package dev.pawl.chaos.node;

import dev.pawl.chaos.client.Door;
import dev.pawl.chaos.client.RefusedException;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.node.BusyException;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Json;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The requests of clients, put to a node in the same process. */
public final class NodeDoor implements Door {

  private final Node node;

  public NodeDoor(Node node) {
    this.node = node;
  }

  @Override
  public String start(String flow, Json input, Optional<String> key) throws RefusedException {
    Card.Tags tags =
        new Card.Tags(Priority.NORMAL, Optional.empty(), Map.of(), key, Optional.empty());
    try {
      return node.start(Launch.of(flow, input).with(tags)).id().toString();
    } catch (BusyException | IllegalArgumentException e) {
      throw new RefusedException(e.toString());
    }
  }

  @Override
  public boolean event(String execution, String name, Json payload, Optional<String> key)
      throws RefusedException {
    return isTaken(node.control().signal(key(execution), name, payload, key));
  }

  @Override
  public boolean cancel(String execution, String reason) throws RefusedException {
    return isTaken(node.control().cancel(key(execution), reason, false));
  }

  @Override
  public boolean resume(String execution) throws RefusedException {
    return isTaken(node.control().resume(key(execution)));
  }

  @Override
  public boolean callback(String token, Json result) throws RefusedException {
    return isTaken(node.control().succeed(TenantId.DEFAULT, TaskToken.parse(token), result));
  }

  private static boolean isTaken(Mail.Delivery delivery) throws RefusedException {
    return switch (delivery) {
      case ACCEPTED, REPEATED -> true;
      case ENDED -> false;
      case UNKNOWN -> throw new RefusedException("there is no such execution");
    };
  }

  private static ExecutionKey key(String execution) {
    return new ExecutionKey(TenantId.DEFAULT, new ExecutionId(UUID.fromString(execution)));
  }
}
