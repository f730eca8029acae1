/** Commands for secrets, connections and message templates. */
@NullMarked
package dev.pawl.cli.remote.outbound;

import org.jspecify.annotations.NullMarked;
