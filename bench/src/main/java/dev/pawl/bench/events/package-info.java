/** {@code ./pawl bench events}: the cost of starting executions by events. */
@org.jspecify.annotations.NullMarked
package dev.pawl.bench.events;
