package dev.pawl.postgres.desk;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What the writers of a node share.
 *
 * @param claims the last claim whose executions were handed over
 */
public record Desk(
    int node, Lease lease, Lanes lanes, Held held, News news, Herald herald, AtomicLong claims) {}
