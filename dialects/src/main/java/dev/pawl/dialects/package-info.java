/** Front ends that compile shorter forms of flows to the Amazon States Language. */
@NullMarked
package dev.pawl.dialects;

import org.jspecify.annotations.NullMarked;
