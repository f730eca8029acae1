package dev.pawl.engine.expression.jsonata;

/** The value of what is not there. */
enum Undefined {
  UNDEFINED
}
