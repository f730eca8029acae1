/**
 * The data of a state: evaluates paths, templates and expressions in the order that the language
 * prescribes, and enforces size limits.
 */
@NullMarked
package dev.pawl.engine.data;

import org.jspecify.annotations.NullMarked;
