/** The endpoints of events, bindings, flow triggers and rejected fires. */
@NullMarked
package dev.pawl.server.trigger;

import org.jspecify.annotations.NullMarked;
