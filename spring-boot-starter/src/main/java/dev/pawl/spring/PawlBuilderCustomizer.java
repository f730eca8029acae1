package dev.pawl.spring;

import dev.pawl.PawlBuilder;

/** Changes the builder of the application's {@link dev.pawl.Pawl} before it starts; a bean. */
@FunctionalInterface
public interface PawlBuilderCustomizer {

  /** Sets further options; called after the properties of the application were applied. */
  void customize(PawlBuilder builder);
}
