/** Who did what, and who was not let do it: a chain of entries that can only be added to. */
@NullMarked
package dev.pawl.server.audit;

import org.jspecify.annotations.NullMarked;
