/**
 * Runs a flow so that it outlives the program: on a PostgreSQL in a folder, or on a server. No
 * other command loads this package, nor anything below it.
 */
@NullMarked
package dev.pawl.cli.durable;

import org.jspecify.annotations.NullMarked;
