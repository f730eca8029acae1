/**
 * JSONPath as the Amazon States Language writes it: parsed once into immutable data that an
 * evaluator walks. RFC 9535 is the grammar; what the language's users write beyond it (names with a
 * hyphen, {@code =~ /regex/}, {@code in [...]}) is accepted as well.
 */
@NullMarked
package dev.pawl.model.path;

import org.jspecify.annotations.NullMarked;
