/**
 * The timeline of an execution: which step changed when, without payloads, and the execution at any
 * fact.
 */
@NullMarked
package dev.pawl.engine.timeline;

import org.jspecify.annotations.NullMarked;
