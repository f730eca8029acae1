package dev.pawl.chaos.client;

import dev.pawl.chaos.program.Program;
import java.util.Optional;

/**
 * A program that a client starts once.
 *
 * @param key the idempotency key of the start
 */
public record Run(String name, Program program, Optional<String> key) {}
