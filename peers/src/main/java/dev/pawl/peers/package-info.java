/** What users would pick instead of Pawl, doing the same work. */
@NullMarked
package dev.pawl.peers;

import org.jspecify.annotations.NullMarked;
