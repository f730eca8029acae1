/** Parsers and writers of JSON and YAML text, with limits on length, depth and size. */
@NullMarked
package dev.pawl.model.json;

import org.jspecify.annotations.NullMarked;
