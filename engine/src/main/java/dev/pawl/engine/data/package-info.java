/**
 * How data flows through a state: paths, templates and expressions applied in the order the
 * language prescribes, within its limits.
 */
@NullMarked
package dev.pawl.engine.data;

import org.jspecify.annotations.NullMarked;
