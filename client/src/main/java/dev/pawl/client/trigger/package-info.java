/** Bindings of events to flows, flow triggers, and events that could not start their flow. */
@NullMarked
package dev.pawl.client.trigger;

import org.jspecify.annotations.NullMarked;
