/**
 * Durable runs of {@code pawl run}: on a PostgreSQL in a folder, or on a server. No other command
 * loads this package or its dependencies.
 *
 * <p>A run is a test execution of the engine with the mocks of the command line. Programs ({@code
 * --exec}) are handlers of this process; events, decisions and task token answers are sent like
 * those of any other program. So a restarted program has nothing to restore.
 */
@NullMarked
package dev.pawl.cli.durable;

import org.jspecify.annotations.NullMarked;
