package dev.pawl.engine.expression.jsonata;

import java.util.Map;

/** An object created by the expression; its members keep their order. */
record Struct(Map<String, Object> members) {}
