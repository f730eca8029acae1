package dev.pawl.engine.store;

import java.time.Instant;

/**
 * A message that was accepted for an execution and that it has not read yet.
 *
 * @param number its number among all letters to that execution, from 1, without gaps: the order in
 *     which they were accepted
 */
public record Letter(ExecutionKey to, int number, Instant at, byte[] body) {}
