package dev.pawl.dialects;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A form in which authors write flows. */
public enum Dialect {
  /** The Amazon States Language. */
  STATES,
  /** Jobs with handlers and parents. */
  JOBS;

  /** Returns the name as the field {@code dialect} has it. */
  public String written() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Dialect> named(String name) {
    return Arrays.stream(values()).filter(each -> each.written().equals(name)).findFirst();
  }

  static List<String> names() {
    return Arrays.stream(values()).map(Dialect::written).toList();
  }
}
