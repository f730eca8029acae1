/** Where handlers leave a mark: every side effect that ever happened, as the outside saw it. */
@NullMarked
package dev.pawl.chaos.ledger;

import org.jspecify.annotations.NullMarked;
