/** Readers of single fields: values, paths, expressions, templates and conditions. */
@NullMarked
package dev.pawl.model.field;

import org.jspecify.annotations.NullMarked;
