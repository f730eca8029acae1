package dev.pawl.postgres.write;

/** What one statement does to one table for all commits of a batch. */
interface Part {

  void clear();

  /** Adds itself to the statement if it has rows. */
  void draft(Draft draft);
}
