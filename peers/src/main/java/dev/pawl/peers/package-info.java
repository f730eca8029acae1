/**
 * Alternatives to Pawl that run the same workloads. This package has what they share: the
 * workloads, the load generator and the metrics, in one process per engine.
 */
@NullMarked
package dev.pawl.peers;

import org.jspecify.annotations.NullMarked;
