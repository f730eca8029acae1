/**
 * What the author of a handler compiles against: the JSON values that flow through an execution and
 * the one interface that does a Task state's work. No third-party type appears here.
 */
@NullMarked
package dev.pawl.sdk;

import org.jspecify.annotations.NullMarked;
