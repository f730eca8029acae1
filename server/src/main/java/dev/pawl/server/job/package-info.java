/** Things done to many executions: jobs that any node takes up, and goes on with after a crash. */
@NullMarked
package dev.pawl.server.job;

import org.jspecify.annotations.NullMarked;
