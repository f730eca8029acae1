/** What there is to say about a definition, and where. */
@NullMarked
package dev.pawl.model.finding;

import org.jspecify.annotations.NullMarked;
