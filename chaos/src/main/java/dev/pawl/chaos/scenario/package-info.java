/** The scenarios: attacks on a cluster and the checks afterwards. */
@NullMarked
package dev.pawl.chaos.scenario;

import org.jspecify.annotations.NullMarked;
