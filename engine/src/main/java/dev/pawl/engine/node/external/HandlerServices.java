package dev.pawl.engine.node.external;

import dev.pawl.engine.Command;
import dev.pawl.engine.Fact;
import dev.pawl.engine.node.breaker.NodeBreakers;
import dev.pawl.engine.node.metrics.NodeMetrics;
import dev.pawl.engine.node.metrics.NodeObserver;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.run.CallGate;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.engine.run.HandlerInvocations;
import dev.pawl.engine.run.Timeline;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * What is needed to call and measure handlers on a node.
 *
 * @param ports finds the handlers
 * @param permits limits the number of concurrent handler calls
 * @param threads starts the threads that handlers run on
 * @param clock the time that facts use
 * @param time the time source that measures calls
 * @param breakers decide which calls must wait for their downstream
 */
public record HandlerServices(
    ExecutionPorts ports,
    Semaphore permits,
    HandlerThreads threads,
    Timeline clock,
    RuntimeClock time,
    NodeMetrics metrics,
    NodeBreakers breakers) {

  /** Calls a handler and measures the call; empty if the result arrives later by message. */
  Optional<Fact> invoke(Handler handler, HandlerCall call, Command.Work work, CallGate gate)
      throws InterruptedException {
    if (!metrics.isObserved()) {
      return HandlerInvocations.call(handler, call, work, clock, gate);
    }
    long startedAt = time.nanos();
    try {
      Optional<Fact> result = HandlerInvocations.call(handler, call, work, clock, gate);
      metrics.handlerReturned(call.resource(), outcome(result), time.nanos() - startedAt);
      return result;
    } catch (InterruptedException e) {
      metrics.handlerReturned(
          call.resource(), NodeObserver.HandlerOutcome.INTERRUPTED, time.nanos() - startedAt);
      throw e;
    }
  }

  private static NodeObserver.HandlerOutcome outcome(Optional<Fact> result) {
    if (result.isEmpty()) {
      return NodeObserver.HandlerOutcome.DEFERRED;
    }
    return result.get() instanceof Fact.TaskFailed
        ? NodeObserver.HandlerOutcome.FAILED
        : NodeObserver.HandlerOutcome.SUCCEEDED;
  }
}
