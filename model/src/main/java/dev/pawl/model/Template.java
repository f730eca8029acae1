package dev.pawl.model;

import dev.pawl.model.intrinsic.IntrinsicCall;
import dev.pawl.model.jsonata.JsonataExpression;
import dev.pawl.model.path.Path;
import dev.pawl.sdk.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON value with computed parts: the content of Parameters, Arguments, Assign and so on. */
public sealed interface Template {

  /** A constant value. */
  record Literal(Json value) implements Template {}

  /** A value read by a path. */
  record Read(Path path) implements Template {}

  /** The value of an intrinsic function. */
  record Call(IntrinsicCall call) implements Template {}

  /** The value of a JSONata expression. */
  record Expression(JsonataExpression expression) implements Template {}

  /**
   * A reference to a secret, only in the Config of a Task. Its value is inserted when the handler
   * is called.
   */
  record Secret(String name) implements Template {}

  /** Text with interpolated values; a single path alone gives the value itself. */
  record Text(List<Template> parts) implements Template {
    public Text {
      parts = List.copyOf(parts);
    }
  }

  /** An object with computed members. */
  record Members(Map<String, Template> members) implements Template {
    public Members {
      members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }
  }

  /** An array with computed elements. */
  record Elements(List<Template> elements) implements Template {
    public Elements {
      elements = List.copyOf(elements);
    }
  }
}
