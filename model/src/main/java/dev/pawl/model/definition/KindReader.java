package dev.pawl.model.definition;

import dev.pawl.model.State;
import dev.pawl.model.field.FieldTable;

/** Reads states of one type. */
interface KindReader {

  /** Returns the fields that a state of this type may have. */
  FieldTable fields();

  /**
   * Returns the state. Reports unusable fields, and omits them or replaces them by a placeholder.
   */
  State read(StateContext site);
}
