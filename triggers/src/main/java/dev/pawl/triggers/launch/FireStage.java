package dev.pawl.triggers.launch;

/** Where a fire comes from, which says what it has passed already. */
enum FireStage {
  /** An event was published. */
  PUBLISHED,
  /** A rejected fire is replayed: it is not held again. */
  REPLAYED,
  /** A held fire is due: its filter held when it came. */
  RELEASED
}
