package dev.pawl.model;

import dev.pawl.model.path.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** How a state takes its input and leaves its output. */
public sealed interface Shaping {

  /** The variables to set when the state succeeds. */
  Map<String, Template> assign();

  /**
   * The JSONPath way: five fields, applied in this order.
   *
   * @param inputPath what of the input is looked at; empty (a written null) for the empty object
   * @param outputPath what of the result is handed on; empty (a written null) for the empty object
   */
  record Paths(
      Optional<Path> inputPath,
      Optional<Template> parameters,
      Optional<Template> resultSelector,
      ResultPath resultPath,
      Optional<Path> outputPath,
      Map<String, Template> assign)
      implements Shaping {
    public Paths {
      assign = Collections.unmodifiableMap(new LinkedHashMap<>(assign));
    }
  }

  /** The JSONata way. */
  record Expressions(
      Optional<Template> arguments, Optional<Template> output, Map<String, Template> assign)
      implements Shaping {
    public Expressions {
      assign = Collections.unmodifiableMap(new LinkedHashMap<>(assign));
    }
  }
}
