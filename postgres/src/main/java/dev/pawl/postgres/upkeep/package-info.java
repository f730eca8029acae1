/** What keeps the store in order: room made ahead, old days forgotten, limits, and the audit. */
@NullMarked
package dev.pawl.postgres.upkeep;

import org.jspecify.annotations.NullMarked;
