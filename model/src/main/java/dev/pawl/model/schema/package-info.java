/**
 * JSON Schema (draft 2020-12) for forms and resource descriptors: the keywords that constrain
 * values, and references within the schema.
 */
@NullMarked
package dev.pawl.model.schema;

import org.jspecify.annotations.NullMarked;
