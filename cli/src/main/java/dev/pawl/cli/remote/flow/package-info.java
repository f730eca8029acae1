/** Commands that deploy, publish, compare, export and import flows. */
@NullMarked
package dev.pawl.cli.remote.flow;

import org.jspecify.annotations.NullMarked;
