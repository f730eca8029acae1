package dev.pawl.model;

import dev.pawl.model.path.Path;

/** The location at which the result of a state is put into its input. */
public sealed interface ResultPath {

  /** Discards the result: the output is the input. */
  enum Discard implements ResultPath {
    DISCARD
  }

  /** Puts the result at that path of the input; the root replaces the input. */
  record At(Path path) implements ResultPath {}
}
