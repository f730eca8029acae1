/** Executions: starting, waiting, searching, history and the reasons why one does not advance. */
@NullMarked
package dev.pawl.client.execution;

import org.jspecify.annotations.NullMarked;
