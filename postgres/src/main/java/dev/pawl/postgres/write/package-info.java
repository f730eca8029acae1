/**
 * The write path: all commits of a moment as one statement, sent, settled when an answer is lost,
 * and taken apart when one of them is refused. {@link dev.pawl.postgres.write.Writer} is where to
 * begin.
 */
@NullMarked
package dev.pawl.postgres.write;

import org.jspecify.annotations.NullMarked;
