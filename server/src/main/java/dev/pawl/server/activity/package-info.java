/** What flows did lately, and what depends on them, for lists and pages of flows. */
@NullMarked
package dev.pawl.server.activity;

import org.jspecify.annotations.NullMarked;
