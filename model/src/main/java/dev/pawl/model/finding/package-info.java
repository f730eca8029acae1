/** Errors and warnings about a definition, with their locations. */
@NullMarked
package dev.pawl.model.finding;

import org.jspecify.annotations.NullMarked;
