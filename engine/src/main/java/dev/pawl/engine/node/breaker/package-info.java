/** Circuit breakers: counts of failed calls, and which calls wait for their downstream. */
@NullMarked
package dev.pawl.engine.node.breaker;

import org.jspecify.annotations.NullMarked;
