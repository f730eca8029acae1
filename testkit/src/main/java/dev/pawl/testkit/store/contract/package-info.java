/** The contract that every store passes, in rooms by subject. */
@NullMarked
package dev.pawl.testkit.store.contract;

import org.jspecify.annotations.NullMarked;
