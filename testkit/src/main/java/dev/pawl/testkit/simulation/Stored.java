package dev.pawl.testkit.simulation;

import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a world knows of one of its executions in a store. */
final class Stored {

  final Card card;

  /** The last letter that was read, durably. */
  int read;

  /** The last letter that the next write reads. */
  int reading;

  /** Whether it has left its node until something wakes it. */
  boolean isAsleep;

  /** The calls it left behind then. */
  List<Awaited> awaited = List.of();

  /** Keys of letters that were sent to it: an answer that was sent does not come any other way. */
  final Set<String> posted = new HashSet<>();

  Stored(Card card) {
    this.card = card;
  }

  ExecutionKey key() {
    return card.key();
  }
}
