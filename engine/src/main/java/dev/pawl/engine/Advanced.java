package dev.pawl.engine;

import java.util.List;
import java.util.Optional;

/**
 * What came of a fact.
 *
 * @param commands what to do now, once the fact is durable
 * @param steps the lines it adds to the history
 * @param ignored why the fact had no effect, if it had none: it came too late, or was not allowed
 */
public record Advanced(
    Execution execution, List<Command> commands, List<Step> steps, Optional<String> ignored) {}
