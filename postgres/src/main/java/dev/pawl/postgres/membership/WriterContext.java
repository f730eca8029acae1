package dev.pawl.postgres.membership;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Holds the state that the writers of a node share.
 *
 * @param claims the number of the last claim whose executions were delivered
 */
public record WriterContext(
    int node,
    NodeLease lease,
    RunQueue queues,
    RowHints held,
    NodeWakeUp wakeUp,
    OfferNotifier notifier,
    AtomicLong claims,
    StoppedTenants stops) {}
