/** What a definition is made of. */
@NullMarked
package dev.pawl.model;

import org.jspecify.annotations.NullMarked;
