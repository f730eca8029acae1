package dev.pawl.engine.node.runtime;

import dev.pawl.engine.node.external.HandlerServices;
import dev.pawl.engine.node.metrics.NodeMetrics;
import dev.pawl.engine.node.read.FlowCache;
import dev.pawl.engine.node.time.ExecutionIds;
import dev.pawl.engine.node.time.NodeClock;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.Store;

/**
 * The services of a node that outlive its incarnations.
 *
 * @param handlers calls handlers
 * @param time the time source of the node
 * @param clock the store's time
 */
public record NodeServices(
    Store store,
    FlowCache flows,
    HandlerServices handlers,
    RuntimeClock time,
    NodeClock clock,
    ExecutionIds ids,
    Listener listener,
    NodeOptions options,
    CompletionWaiters waiters,
    NodeMetrics metrics) {}
