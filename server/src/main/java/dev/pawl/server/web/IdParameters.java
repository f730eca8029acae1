package dev.pawl.server.web;

import java.util.Optional;
import java.util.UUID;

/** Parses ids of paths and bodies. */
public final class IdParameters {

  private static final int LENGTH = 36;

  private IdParameters() {}

  /** Parses a UUID in its full form; Java alone would accept shorter texts too. */
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
