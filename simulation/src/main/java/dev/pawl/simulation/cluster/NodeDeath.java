package dev.pawl.simulation.cluster;

import dev.pawl.engine.store.NodeSession;

/** The end of a node. */
record NodeDeath(NodeSession node, DeathKind manner) {

  enum DeathKind {
    /** It hands over its executions. */
    CLOSES,
    /** Its lease expires before its last write, which must be refused. */
    LAPSES_BEFORE_WRITING,
    /** Its lease expires after its last write, which is durable. */
    LAPSES_AFTER_WRITING;

    boolean beforeWriting() {
      return this == LAPSES_BEFORE_WRITING;
    }
  }
}
