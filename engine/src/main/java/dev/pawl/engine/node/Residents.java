package dev.pawl.engine.node;

import dev.pawl.engine.Fact;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.UnavailableException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The executions in memory during one life of a node, and what those outside ask of them. */
final class Residents implements Here {

  private final Map<ExecutionKey, Live> lives = new ConcurrentHashMap<>();
  private final Promises promises;

  Residents(Promises promises) {
    this.promises = promises;
  }

  void enter(Live live) {
    lives.put(live.card.key(), live);
  }

  void leave(Live live) {
    lives.remove(live.card.key(), live);
  }

  boolean contains(ExecutionKey key) {
    return lives.containsKey(key);
  }

  int count() {
    return lives.size();
  }

  void receive(Letter letter) {
    Live live = lives.get(letter.to());
    if (live != null) {
      live.receive(letter);
    }
  }

  @Override
  public Optional<CompletableFuture<Boolean>> handIn(Offer.Key key, Fact outcome) {
    Live live = lives.get(key.execution());
    if (live == null) {
      return Optional.empty();
    }
    CompletableFuture<Boolean> receipt = promises.make();
    live.handIn(new Incoming.HandedIn(Attempt.of(key), outcome, receipt));
    return Optional.of(receipt);
  }

  /** Whether one of them does something that would have to be done again elsewhere. */
  boolean isAnyBusy() {
    return lives.values().stream().anyMatch(Live::isBusy);
  }

  /** Releases callers that wait for a first commit; it may become durable all the same. */
  void giveUpWaiting(UnavailableException why) {
    lives.values().forEach(live -> live.born.completeExceptionally(why));
  }

  /** They go on elsewhere. */
  void abandonAll() {
    lives.values().forEach(Live::abandon);
    lives.clear();
  }
}
