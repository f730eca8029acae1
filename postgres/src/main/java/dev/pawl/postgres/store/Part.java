package dev.pawl.postgres.store;

/** What one statement does to one table for all commits of a batch. */
interface Part {

  void clear();

  /** Adds itself to the statement if it has rows. */
  void draft(Draft draft);
}
