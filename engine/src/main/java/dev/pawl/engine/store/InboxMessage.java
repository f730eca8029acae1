package dev.pawl.engine.store;

import java.time.Instant;

/**
 * An accepted message that its execution has not read yet.
 *
 * @param number its position among all messages to the execution in the order of acceptance, from 1
 *     without gaps
 */
public record InboxMessage(ExecutionKey to, int number, Instant at, byte[] body) {}
