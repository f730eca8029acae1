/** The history of executions: steps, outline, state at any fact, effects, previews of actions. */
@NullMarked
package dev.pawl.server.history;

import org.jspecify.annotations.NullMarked;
