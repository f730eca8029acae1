/** Commands of operators: actions on single executions, and bulk actions with their jobs. */
@NullMarked
package dev.pawl.cli.remote.operator;

import org.jspecify.annotations.NullMarked;
