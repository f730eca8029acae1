package dev.pawl.cli.durable;

import java.util.Optional;

/**
 * Where a run is kept, and which one it is.
 *
 * @param key tells runs of the same flow with the same input apart
 * @param again whether to start a new one where the last one has ended
 */
public record Home(Place place, Optional<String> key, boolean again) {

  /**
   * @param password for a server whose address has none; empty if there is none
   * @throws dev.pawl.cli.file.UsageException if the folder or the address makes no sense
   */
  public static Home of(
      Optional<String> folder,
      Optional<String> url,
      String password,
      Optional<String> key,
      boolean again) {
    return new Home(Place.of(folder, url, password), key, again);
  }
}
