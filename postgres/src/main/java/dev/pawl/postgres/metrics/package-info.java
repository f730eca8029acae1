/** Metrics of a node as meters of Micrometer, which is an optional dependency. */
@NullMarked
package dev.pawl.postgres.metrics;

import org.jspecify.annotations.NullMarked;
