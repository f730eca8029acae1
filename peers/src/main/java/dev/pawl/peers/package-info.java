/**
 * What users would pick instead of Pawl, doing the same work. Here is what they have in common: the
 * work, the load and the figures taken under it, in a process of their own.
 */
@NullMarked
package dev.pawl.peers;

import org.jspecify.annotations.NullMarked;
