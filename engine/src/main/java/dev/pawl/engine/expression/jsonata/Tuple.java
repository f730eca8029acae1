package dev.pawl.engine.expression.jsonata;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A value within a path, with the variables bound so far.
 *
 * @param value the context of the next step
 * @param bindings variables of {@code @} and {@code #}, and the values that {@code %} refers to
 */
record Tuple(Object value, Map<String, Object> bindings) {

  Tuple(Object value) {
    this(value, Map.of());
  }

  /** The result of a path whose tuples an enclosing path continues with. */
  record Stream(List<Tuple> tuples) {}

  Tuple with(String name, Object bound) {
    Map<String, Object> more = new LinkedHashMap<>(bindings);
    more.put(name, bound);
    return new Tuple(value, more);
  }

  Tuple with(Object next, Map<String, Object> others) {
    Map<String, Object> more = new LinkedHashMap<>(bindings);
    more.putAll(others);
    return new Tuple(next, more);
  }

  VariableFrame frame(VariableFrame outer) {
    if (bindings.isEmpty()) {
      return outer;
    }
    VariableFrame frame = VariableFrame.inside(outer);
    bindings.forEach(frame::bind);
    return frame;
  }
}
