package dev.pawl.model.definition;

import dev.pawl.model.State;
import dev.pawl.model.field.FieldTable;

/** Reads one kind of state. */
interface KindReader {

  /** What a state of this kind may have. */
  FieldTable fields();

  /** The state; where something is unusable it is left out or stands in for it, and is reported. */
  State read(Site site);
}
