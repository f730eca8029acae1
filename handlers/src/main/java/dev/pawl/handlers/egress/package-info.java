/**
 * The egress guard: decides which hosts and ports handlers may connect to, and connects only to
 * addresses it has checked.
 */
@NullMarked
package dev.pawl.handlers.egress;

import org.jspecify.annotations.NullMarked;
