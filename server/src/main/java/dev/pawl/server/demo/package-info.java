/**
 * The demonstration of {@code pawl up --demo}: flows, the handlers that serve them, and traffic
 * that keeps producing executions of every kind.
 */
@NullMarked
package dev.pawl.server.demo;

import org.jspecify.annotations.NullMarked;
