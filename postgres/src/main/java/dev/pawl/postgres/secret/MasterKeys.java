package dev.pawl.postgres.secret;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * The master keys of a node.
 *
 * @param current encrypts new data keys; empty if no secrets can be read and written
 * @param previous only decrypts, while keys are rotated
 */
public record MasterKeys(Optional<MasterKey> current, Optional<MasterKey> previous) {

  /** No master key. */
  public static final MasterKeys NONE = new MasterKeys(Optional.empty(), Optional.empty());

  /** Returns keys without a previous one. */
  public static MasterKeys of(MasterKey current) {
    return new MasterKeys(Optional.of(current), Optional.empty());
  }

  /** Returns the key with that id. */
  Optional<MasterKey> find(String id) {
    return Stream.concat(current.stream(), previous.stream())
        .filter(key -> key.id().equals(id))
        .findFirst();
  }
}
