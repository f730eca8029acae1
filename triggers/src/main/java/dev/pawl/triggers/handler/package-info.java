/** Handlers of Tasks that publish events, start flows and send notifications. */
@NullMarked
package dev.pawl.triggers.handler;

import org.jspecify.annotations.NullMarked;
