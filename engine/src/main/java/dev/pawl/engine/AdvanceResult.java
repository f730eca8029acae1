package dev.pawl.engine;

import java.util.List;
import java.util.Optional;

/**
 * The result of applying a fact.
 *
 * @param commands commands to execute once the fact is durable
 * @param steps entries to add to the history
 * @param ignored why the fact had no effect: it was late or not allowed; empty if it had one
 */
public record AdvanceResult(
    Execution execution,
    List<Command> commands,
    List<StepChange> steps,
    Optional<String> ignored) {}
