package dev.pawl.engine.node.metrics;

import dev.pawl.engine.Status;
import java.time.Duration;

/**
 * Receives durations measured by a node, for a metrics library. The node calls it on its hot path:
 * implementations must be fast and safe for use by several threads. What they throw is logged and
 * has no other effect.
 */
public interface NodeObserver {

  /** Discards all measurements. */
  NodeObserver NONE = new NodeObserver() {};

  /** The ways in which a call of a handler on this node can end. */
  enum HandlerOutcome {
    /** The handler returned an output. */
    SUCCEEDED,
    /** The handler threw an exception, or its output was too large. */
    FAILED,
    /** The handler returned, and the result arrives later by message. */
    DEFERRED,
    /** The handler was interrupted, for example by a timeout, a cancellation or a shutdown. */
    INTERRUPTED
  }

  /**
   * Records a call of a handler. Calls by remote workers are not recorded.
   *
   * @param duration time within the handler; waiting for a free call slot is not included
   */
  default void handlerReturned(String resource, HandlerOutcome outcome, Duration duration) {}

  /**
   * Records a batch that was written to the store.
   *
   * @param commits number of commits in it
   */
  default void batchWritten(int commits, Duration duration) {}

  /**
   * Records an execution whose end became durable on this node; tests of flows are left out.
   *
   * @param flow code of its flow, which is unique within a tenant only
   * @param duration time from its start to its end, waiting included
   */
  default void executionEnded(String flow, Status status, Duration duration) {}
}
