/** The client of a cluster under attack: it remembers what it was promised, and by whom. */
@NullMarked
package dev.pawl.chaos.client;

import org.jspecify.annotations.NullMarked;
