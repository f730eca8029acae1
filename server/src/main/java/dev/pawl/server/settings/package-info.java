/** What can be set about a server: one table, and the places where a value may come from. */
@NullMarked
package dev.pawl.server.settings;

import org.jspecify.annotations.NullMarked;
