package dev.pawl.model.path;

/** The value that a path starts from. */
public sealed interface Root {

  /** {@code $}: the input of the state. */
  enum Input implements Root {
    INPUT
  }

  /** {@code $$}: the context object. */
  enum Context implements Root {
    CONTEXT
  }

  /** {@code $name}: a variable. */
  record Variable(String name) implements Root {}
}
