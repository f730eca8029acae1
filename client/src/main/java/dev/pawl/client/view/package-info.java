/** Saved views of the console, and preferences of its users. */
@NullMarked
package dev.pawl.client.view;

import org.jspecify.annotations.NullMarked;
