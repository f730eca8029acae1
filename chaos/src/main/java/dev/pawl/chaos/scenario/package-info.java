/** The ways in which a cluster is attacked, and what it must have kept afterwards. */
@NullMarked
package dev.pawl.chaos.scenario;

import org.jspecify.annotations.NullMarked;
