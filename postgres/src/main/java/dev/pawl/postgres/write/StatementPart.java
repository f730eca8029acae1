package dev.pawl.postgres.write;

/** Contributes the changes of one table to the statement of a batch. */
interface StatementPart {

  void clear();

  /** Adds this part to the statement if it has rows. */
  void appendTo(StatementBuilder builder);
}
