package dev.pawl.model;

import dev.pawl.model.path.Path;

/** Where a result goes. */
public sealed interface ResultPath {

  /** The result is dropped, the input goes on. */
  enum Discard implements ResultPath {
    DISCARD
  }

  /** The result goes to this place of the input; the root replaces it. */
  record At(Path path) implements ResultPath {}
}
