package dev.pawl.engine.expression.jsonata;

import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The variables of a block, a function call or a tuple; variables of enclosing frames are visible.
 */
final class VariableFrame {

  private final @Nullable VariableFrame outer;
  private final Map<String, ?> given;
  private String[] names = NONE;
  private Object[] values = NONE;
  private int size;

  private static final String[] NONE = {};

  private VariableFrame(@Nullable VariableFrame outer, Map<String, ?> given) {
    this.outer = outer;
    this.given = given;
  }

  /** Returns the outermost frame, which reads the given variables without copying them. */
  static VariableFrame of(Map<String, ?> variables) {
    return new VariableFrame(null, variables);
  }

  static VariableFrame inside(VariableFrame outer) {
    return new VariableFrame(outer, Map.of());
  }

  void bind(String name, Object value) {
    for (int i = 0; i < size; i++) {
      if (names[i].equals(name)) {
        values[i] = value;
        return;
      }
    }
    if (size == names.length) {
      names = Arrays.copyOf(names, size == 0 ? 2 : size * 2);
      Object[] longer = new Object[names.length];
      System.arraycopy(values, 0, longer, 0, size);
      values = longer;
    }
    names[size] = name;
    values[size++] = value;
  }

  /** Returns the value bound to a name in this or an enclosing frame; null if there is none. */
  @Nullable Object lookup(String name) {
    for (VariableFrame frame = this; frame != null; frame = frame.outer) {
      for (int i = 0; i < frame.size; i++) {
        if (frame.names[i].equals(name)) {
          return frame.values[i];
        }
      }
      if (frame.outer == null) {
        return frame.given.get(name);
      }
    }
    return null;
  }
}
