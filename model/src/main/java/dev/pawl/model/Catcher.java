package dev.pawl.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where to go when an error is not retried.
 *
 * @param next empty, in a node of a Graph, ends the node with the catcher's output
 * @param resultPath where the error goes, in JSONPath states
 * @param output what is handed on, in JSONata states; the error itself where absent
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
