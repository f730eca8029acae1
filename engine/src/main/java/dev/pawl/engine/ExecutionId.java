package dev.pawl.engine;

import java.util.UUID;

/** The identity of one execution. */
public record ExecutionId(UUID value) {

  @Override
  public String toString() {
    return value.toString();
  }
}
