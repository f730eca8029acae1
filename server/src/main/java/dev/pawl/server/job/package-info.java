/** Jobs that act on many executions; any node can run them and resume them after a crash. */
@NullMarked
package dev.pawl.server.job;

import org.jspecify.annotations.NullMarked;
