/**
 * The write path: writes all commits of a batch in one statement, settles a batch whose answer was
 * lost, and splits a batch of which a commit is refused. Start with {@link
 * dev.pawl.postgres.write.Writer}.
 */
@NullMarked
package dev.pawl.postgres.write;

import org.jspecify.annotations.NullMarked;
