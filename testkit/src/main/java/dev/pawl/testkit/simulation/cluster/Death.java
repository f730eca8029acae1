package dev.pawl.testkit.simulation.cluster;

import dev.pawl.engine.store.Membership;

/** The end of a node. */
record Death(Membership node, Manner manner) {

  enum Manner {
    /** It hands over what it has. */
    CLOSES,
    /** It is silent for too long, and wants to write when others have taken over. */
    LAPSES_BEFORE_WRITING,
    /** Its last write is durable, but it does not live to know. */
    LAPSES_AFTER_WRITING;

    boolean beforeWriting() {
      return this == LAPSES_BEFORE_WRITING;
    }
  }
}
