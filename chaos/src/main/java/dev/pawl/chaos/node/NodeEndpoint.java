package dev.pawl.chaos.node;

import dev.pawl.chaos.client.RefusedException;
import dev.pawl.chaos.client.ServerEndpoint;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.node.BusyException;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Inbox;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Json;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Handles client requests on a node in the same process. */
public final class NodeEndpoint implements ServerEndpoint {

  private final Node node;

  public NodeEndpoint(Node node) {
    this.node = node;
  }

  @Override
  public String start(String flow, Json input, Optional<String> key) throws RefusedException {
    ExecutionMetadata.StartAttributes tags =
        new ExecutionMetadata.StartAttributes(
            Priority.NORMAL, Optional.empty(), Map.of(), key, Optional.empty());
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

  private static boolean isTaken(Inbox.MessageAcceptance delivery) throws RefusedException {
    return switch (delivery) {
      case ACCEPTED, REPEATED -> true;
      case CONFLICTING, ENDED -> false;
      case UNKNOWN -> throw new RefusedException("there is no such execution");
    };
  }

  private static ExecutionKey key(String execution) {
    return new ExecutionKey(TenantId.DEFAULT, new ExecutionId(UUID.fromString(execution)));
  }
}
