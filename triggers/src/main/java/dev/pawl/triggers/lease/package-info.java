/** Work that one node of the cluster does at a time. */
@NullMarked
package dev.pawl.triggers.lease;

import org.jspecify.annotations.NullMarked;
