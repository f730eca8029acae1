package dev.pawl.model;

import java.util.List;
import java.util.Optional;

/**
 * What undoes a step that was done. Its input is an object with the step's {@code Input} and {@code
 * Result}.
 *
 * @param arguments what the handler gets, where it is not that object itself
 * @param whenFailed also undo the step that failed, since it may have done half of its work
 */
public record Compensation(
    String resource,
    QueryLanguage language,
    Optional<Template> arguments,
    State.Deadlines deadlines,
    List<Retrier> retriers,
    boolean whenFailed) {

  public Compensation {
    retriers = List.copyOf(retriers);
  }
}
