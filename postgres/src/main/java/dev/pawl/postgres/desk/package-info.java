/**
 * What the parts of one membership share: its lease, the executions that it holds, the lanes in
 * which they stand and the news of them.
 */
@NullMarked
package dev.pawl.postgres.desk;

import org.jspecify.annotations.NullMarked;
