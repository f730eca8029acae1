/** Endpoints for external workers, which poll for tasks and report their outcomes. */
@NullMarked
package dev.pawl.server.worker;

import org.jspecify.annotations.NullMarked;
