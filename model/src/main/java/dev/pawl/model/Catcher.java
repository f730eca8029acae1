package dev.pawl.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The transition of a state on an error that is not retried.
 *
 * @param next name of the next state; empty in a node of a Graph, which ends with the output
 * @param resultPath location of the error output, in JSONPath states
 * @param output input of the next state, in JSONata states; the error output if absent
 */
public record Catcher(
    List<String> errorEquals,
    Optional<String> next,
    ResultPath resultPath,
    Optional<Template> output,
    Map<String, Template> assign) {

  public Catcher {
    errorEquals = List.copyOf(errorEquals);
    assign = Collections.unmodifiableMap(new LinkedHashMap<>(assign));
  }
}
