/** Figures of a server for those who watch it, as Prometheus reads them. */
@NullMarked
package dev.pawl.server.metrics;

import org.jspecify.annotations.NullMarked;
