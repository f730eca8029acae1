package dev.pawl.engine.node;

import dev.pawl.engine.Fact;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The executions in memory during one life of a node, and what those outside ask of them. */
final class Residents implements Here {

  private final Map<ExecutionKey, Live> lives = new ConcurrentHashMap<>();
  private final Membership membership;
  private final Promises promises;

  Residents(Membership membership, Promises promises) {
    this.membership = membership;
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
    return ask(key, receipt -> new Incoming.HandedIn(Attempt.of(key), outcome, receipt));
  }

  @Override
  public Optional<Offers.Kept> held(Offers.Hold hold) {
    return Optional.ofNullable(lives.get(hold.key().execution()))
        .flatMap(live -> live.outside(work -> work.held(hold)));
  }

  @Override
  public Optional<CompletableFuture<Boolean>> show(Offer.Key key) {
    return ask(key, receipt -> new Incoming.Shown(Attempt.of(key), receipt));
  }

  private Optional<CompletableFuture<Boolean>> ask(
      Offer.Key key, Function<CompletableFuture<Boolean>, Incoming.Awaited> news) {
    Live live = lives.get(key.execution());
    if (live == null) {
      return Optional.empty();
    }
    CompletableFuture<Boolean> receipt = promises.make();
    live.ask(news.apply(receipt));
    return Optional.of(receipt);
  }

  @Override
  public boolean isAlone() {
    return membership.members() <= 1;
  }

  /** Whether one of them does something that would have to be done again elsewhere. */
  boolean isAnyBusy() {
    return lives.values().stream().anyMatch(Live::isBusy);
  }

  /** Others will have to know of all their work. */
  void showAll() {
    lives.values().forEach(Live::showAll);
  }

  /** Whether there is work of which only this node knows. */
  boolean isAnythingShelved() {
    return lives.values().stream().anyMatch(live -> live.outside(OutsideWork::shelved).isPresent());
  }

  /** They go on elsewhere. */
  void abandonAll() {
    lives.values().forEach(Live::abandon);
    lives.clear();
  }
}
