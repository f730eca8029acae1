/** The clients of a cluster under fault injection, which record every request and its outcome. */
@NullMarked
package dev.pawl.chaos.client;

import org.jspecify.annotations.NullMarked;
