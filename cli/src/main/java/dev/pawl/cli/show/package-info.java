/** Formats findings and steps as text and as JSON, without side effects. */
@NullMarked
package dev.pawl.cli.show;

import org.jspecify.annotations.NullMarked;
