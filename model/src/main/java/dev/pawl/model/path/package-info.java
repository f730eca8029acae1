/**
 * Parser and syntax tree of JSONPath as used by the Amazon States Language. The grammar is RFC
 * 9535, with common extensions: names with a hyphen, {@code =~ /regex/} and {@code in [...]}.
 */
@NullMarked
package dev.pawl.model.path;

import org.jspecify.annotations.NullMarked;
