/** Sockets to addresses that the egress guard has approved. */
@NullMarked
package dev.pawl.handlers.socket;

import org.jspecify.annotations.NullMarked;
