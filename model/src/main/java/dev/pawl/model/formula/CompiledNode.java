package dev.pawl.model.formula;

/**
 * A node of a formula in JSONata, which never evaluates to undefined.
 *
 * @param text an expression that can be an operand without parentheses
 */
record CompiledNode(String text, FormulaType type) {}
