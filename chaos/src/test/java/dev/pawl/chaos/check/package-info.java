/** Tests of the checks. */
@NullMarked
package dev.pawl.chaos.check;

import org.jspecify.annotations.NullMarked;
