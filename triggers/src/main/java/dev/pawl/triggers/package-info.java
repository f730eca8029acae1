/** What starts flows: publish events, manage bindings, read what was rejected. */
@NullMarked
package dev.pawl.triggers;

import org.jspecify.annotations.NullMarked;
