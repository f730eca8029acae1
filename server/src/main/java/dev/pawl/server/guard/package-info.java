/**
 * What every request meets before anybody reads it: limits, and the headers of every answer. Knows
 * nothing of keys or flows.
 */
@NullMarked
package dev.pawl.server.guard;

import org.jspecify.annotations.NullMarked;
