package dev.pawl.model.definition;

import dev.pawl.model.field.Cursor;

/**
 * A state that is being read.
 *
 * @param node whether it is a node of a Graph, which has nowhere to go
 * @param machines reads the machines inside it
 */
record Site(Cursor cursor, String name, boolean node, MachineReader machines) {}
