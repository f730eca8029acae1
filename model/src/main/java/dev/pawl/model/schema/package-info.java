/**
 * JSON Schema (draft 2020-12), as far as data of people is checked with it: all keywords that say
 * what a value must be, references within the schema, and no others.
 */
@NullMarked
package dev.pawl.model.schema;

import org.jspecify.annotations.NullMarked;
