/**
 * Whether a cluster kept its promises. The checker knows three things: what clients asked for and
 * were told, what side effects the outside saw, and what the store shows to everybody.
 */
@NullMarked
package dev.pawl.chaos.check;

import org.jspecify.annotations.NullMarked;
