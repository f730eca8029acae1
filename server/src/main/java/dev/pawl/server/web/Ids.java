package dev.pawl.server.web;

import java.util.Optional;
import java.util.UUID;

/** Ids as they stand in addresses and bodies. */
public final class Ids {

  private static final int LENGTH = 36;

  private Ids() {}

  /** What is written as an id in full; Java would also read shorter texts, which nobody wrote. */
  public static Optional<UUID> parse(String text) {
    if (text.length() != LENGTH) {
      return Optional.empty();
    }
    try {
      return Optional.of(UUID.fromString(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
