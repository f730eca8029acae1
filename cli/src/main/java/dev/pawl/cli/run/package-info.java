/** Runs a flow in memory with scripted answers instead of handlers, events and people. */
@NullMarked
package dev.pawl.cli.run;

import org.jspecify.annotations.NullMarked;
