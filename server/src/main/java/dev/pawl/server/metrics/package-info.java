/** For those who watch a server: whether it lives, and its figures as Prometheus reads them. */
@NullMarked
package dev.pawl.server.metrics;

import org.jspecify.annotations.NullMarked;
