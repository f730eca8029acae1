/** What a node promises, on whichever store. */
@NullMarked
package dev.pawl.testkit.node;

import org.jspecify.annotations.NullMarked;
