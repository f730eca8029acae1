package dev.pawl.engine.expression.jsonata;

import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables of a block, a function call or a tuple; those of enclosing ones shine through. */
final class Frame {

  private final @Nullable Frame outer;
  private final Map<String, ?> given;
  private String[] names = NONE;
  private Object[] values = NONE;
  private int size;

  private static final String[] NONE = {};

  private Frame(@Nullable Frame outer, Map<String, ?> given) {
    this.outer = outer;
    this.given = given;
  }

  /** The outermost frame; the variables are looked up where they are. */
  static Frame of(Map<String, ?> variables) {
    return new Frame(null, variables);
  }

  static Frame inside(Frame outer) {
    return new Frame(outer, Map.of());
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

  /** The value bound to the name, or null if it is bound nowhere. */
  @Nullable Object lookup(String name) {
    for (Frame frame = this; frame != null; frame = frame.outer) {
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
