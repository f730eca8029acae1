package dev.pawl.model.definition;

import dev.pawl.model.field.DefinitionCursor;

/**
 * The state being read, with its position and its machine reader.
 *
 * @param node true for a node of a Graph, which has no Next
 * @param machines reads the machines nested in the state
 */
record StateContext(DefinitionCursor cursor, String name, boolean node, MachineReader machines) {}
