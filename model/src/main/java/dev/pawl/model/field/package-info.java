/** Reads single fields of a definition: values, paths, expressions, templates, conditions. */
@NullMarked
package dev.pawl.model.field;

import org.jspecify.annotations.NullMarked;
