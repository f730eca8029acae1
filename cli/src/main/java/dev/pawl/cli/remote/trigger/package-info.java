/** Commands for events, bindings and events that could not start their flow. */
@NullMarked
package dev.pawl.cli.remote.trigger;

import org.jspecify.annotations.NullMarked;
