/**
 * Pawl beside what users would pick instead, in one run on one server: starts a PostgreSQL and a
 * process for each engine, gives them the same work in turn, and tells what came of it as a table,
 * a chart and JSON.
 */
@NullMarked
package dev.pawl.bench.compare;

import org.jspecify.annotations.NullMarked;
