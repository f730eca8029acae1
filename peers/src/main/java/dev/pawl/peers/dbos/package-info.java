/** DBOS Transact, which checkpoints the steps of plain Java methods. */
@NullMarked
package dev.pawl.peers.dbos;

import org.jspecify.annotations.NullMarked;
