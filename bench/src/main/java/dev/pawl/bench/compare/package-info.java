/**
 * Compares Pawl with its alternatives in one run on one server: starts PostgreSQL and one process
 * per engine, runs the same workloads in turn, and reports a table, a chart and JSON.
 */
@NullMarked
package dev.pawl.bench.compare;

import org.jspecify.annotations.NullMarked;
