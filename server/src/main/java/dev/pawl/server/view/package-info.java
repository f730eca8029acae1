/** Saved views of the console and the preferences of its users. */
@NullMarked
package dev.pawl.server.view;

import org.jspecify.annotations.NullMarked;
