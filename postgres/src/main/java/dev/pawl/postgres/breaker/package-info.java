/** Circuit breakers that all nodes share. */
@NullMarked
package dev.pawl.postgres.breaker;

import org.jspecify.annotations.NullMarked;
