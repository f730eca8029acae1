package dev.pawl.cli.durable;

import java.util.Optional;

/**
 * The database of a run, and the key that identifies the run in it.
 *
 * @param key distinguishes runs of the same flow with the same input
 * @param again true to start a new execution if the last one has ended
 */
public record RunLocation(RunDatabase database, Optional<String> key, boolean again) {

  /**
   * Returns the location that the options name.
   *
   * @param password used if the address contains none; may be empty
   * @throws dev.pawl.cli.file.UsageException if the folder or the address is invalid
   */
  public static RunLocation of(
      Optional<String> folder,
      Optional<String> url,
      String password,
      Optional<String> key,
      boolean again) {
    return new RunLocation(RunDatabase.of(folder, url, password), key, again);
  }
}
