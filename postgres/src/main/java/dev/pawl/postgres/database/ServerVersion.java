package dev.pawl.postgres.database;

/**
 * Represents the version of a PostgreSQL server.
 *
 * @param number the value of server_version_num: 180006 for 18.6
 */
public record ServerVersion(int number) {

  static final int OLDEST_MAJOR = 15;
  static final int NEWEST_MAJOR = 18;

  public int major() {
    return number / 10_000;
  }

  boolean isTooOld() {
    return major() < OLDEST_MAJOR;
  }

  boolean isUnknown() {
    return major() > NEWEST_MAJOR;
  }

  @Override
  public String toString() {
    return major() + "." + number % 10_000;
  }
}
