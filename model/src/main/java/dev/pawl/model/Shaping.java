package dev.pawl.model;

import dev.pawl.model.path.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The data flow of a state: how its input, result and output are formed. */
public sealed interface Shaping {

  /** Returns the variables that the state assigns when it succeeds. */
  Map<String, Template> assign();

  /**
   * The data flow of a JSONPath state: five fields, applied in this order.
   *
   * @param inputPath selected part of the input; empty (a written null) for the empty object
   * @param outputPath selected part of the output; empty (a written null) for the empty object
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

  /** The data flow of a JSONata state. */
  record Expressions(
      Optional<Template> arguments, Optional<Template> output, Map<String, Template> assign)
      implements Shaping {
    public Expressions {
      assign = Collections.unmodifiableMap(new LinkedHashMap<>(assign));
    }
  }
}
