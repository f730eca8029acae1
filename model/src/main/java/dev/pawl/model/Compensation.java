package dev.pawl.model;

import java.util.List;
import java.util.Optional;

/**
 * The handler call that undoes a completed step. Its input is an object with the step's {@code
 * Input} and {@code Result}.
 *
 * @param arguments input of the handler; that object if absent
 * @param whenFailed true to also undo a step that failed, since it may have done part of its work
 */
public record Compensation(
    String resource,
    QueryLanguage language,
    Optional<Template> arguments,
    Optional<Template> config,
    State.Deadlines deadlines,
    List<Retrier> retriers,
    boolean whenFailed) {

  public Compensation {
    retriers = List.copyOf(retriers);
  }
}
