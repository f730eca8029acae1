/** A record of every side effect that handlers made. */
@NullMarked
package dev.pawl.chaos.ledger;

import org.jspecify.annotations.NullMarked;
