/** Health checks and metrics of a server, for orchestrators and monitoring systems. */
@NullMarked
package dev.pawl.server.metrics;

import org.jspecify.annotations.NullMarked;
