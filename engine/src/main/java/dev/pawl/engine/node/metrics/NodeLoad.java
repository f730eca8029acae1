package dev.pawl.engine.node.metrics;

/**
 * Queue lengths of a node at one moment.
 *
 * @param executionsHeld executions in the memory of the node
 * @param commitsQueued commits that wait for a writer
 * @param handlersRunning calls of handlers in progress, including those that wait for a fresh lease
 * @param handlersWaiting calls of handlers that wait because {@code maxCalls} are running
 * @param breakersOpen circuit breakers of all nodes that are not closed, as far as the node knows
 */
public record NodeLoad(
    int executionsHeld,
    int commitsQueued,
    int handlersRunning,
    int handlersWaiting,
    int breakersOpen) {

  /** The load of a node that does nothing. */
  public static final NodeLoad IDLE = new NodeLoad(0, 0, 0, 0, 0);
}
