package dev.pawl.engine.expression.jsonata;

/** The value of an expression that selects nothing. */
enum Undefined {
  UNDEFINED
}
