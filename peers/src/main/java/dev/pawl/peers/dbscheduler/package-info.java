/** db-scheduler, a queue of tasks in one table, with steps as a chain of tasks. */
@NullMarked
package dev.pawl.peers.dbscheduler;

import org.jspecify.annotations.NullMarked;
