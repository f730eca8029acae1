package dev.pawl.chaos.client;

import dev.pawl.chaos.program.Program;
import java.util.Optional;

/**
 * A program that a client wants to be run once.
 *
 * @param key the idempotency key of its start
 */
public record Run(String name, Program program, Optional<String> key) {}
