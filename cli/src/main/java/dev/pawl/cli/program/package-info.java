/** What all commands share: how they end, which version they are, what the terminal can show. */
@NullMarked
package dev.pawl.cli.program;

import org.jspecify.annotations.NullMarked;
