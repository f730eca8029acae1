package dev.pawl.engine.node;

import dev.pawl.engine.run.Outside;
import dev.pawl.engine.store.Store;
import java.util.concurrent.Semaphore;

/**
 * What stays with a node over its incarnations.
 *
 * @param time by which it lives
 * @param clock the store's time
 * @param callSlots how many more handlers may run
 */
record Services(
    Store store,
    Flows flows,
    Outside outside,
    RuntimeClock time,
    NodeClock clock,
    Ids ids,
    Listener listener,
    NodeOptions options,
    Waiters waiters,
    Semaphore callSlots,
    Carriers carriers,
    Figures figures) {}
