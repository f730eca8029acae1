package dev.pawl.engine.node;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The calls of one execution that nobody on its node can make: on the shelf for workers that come
 * here, or offered in the store for those of all nodes. Guarded by the lock of its {@link Live}.
 */
final class OutsideWork {

  private final Incarnation home;
  private final Card card;
  private final OpenCalls calls;
  private final Alarm alarm;
  private final Supplier<Batch> batch;

  OutsideWork(Incarnation home, Card card, OpenCalls calls, Alarm alarm, Supplier<Batch> batch) {
    this.home = home;
    this.card = card;
    this.calls = calls;
    this.alarm = alarm;
    this.batch = batch;
  }

  /**
   * Leaves a call to whoever can make it.
   *
   * @param isNew whether it was never asked for before, so that nobody can have it
   */
  void leave(Call call, boolean isNew) {
    Offer offer = call.offered(card);
    if (isNew && isForShelf(offer)) {
      call.shelve(offer, home.clock().now());
      batch.get().shelved.add(call);
    } else {
      batch.get().offer(new Commit.Offered(offer, Optional.empty()));
    }
  }

  /** Puts work on the shelf, now that the reason for it is durable. */
  void put(Call call, Live live) {
    call.shelved()
        .ifPresent(
            offer -> {
              call.showBy(home.clock().now().plus(home.untouched()));
              alarm.add(new Due.Unshown(call.showBy(), call.attempt));
              home.shelf().put(offer, live);
            });
  }

  /** Who waits for signs of life or for a token has to do with more nodes than this one. */
  private boolean isForShelf(Offer offer) {
    return offer.token().isEmpty()
        && offer.heartbeat().isEmpty()
        && home.mayShelve()
        && home.shelf().isVisited(card.key().tenant(), offer.resource());
  }

  /** Gives work to somebody of whom the store need not know yet. */
  Optional<Offers.Taken> handOver(Offer.Key key, Offers.Taker taker) {
    return calls.find(Attempt.of(key)).flatMap(call -> call.handOver(taker, home.clock().now()));
  }

  /** Any call of which only this node knows. */
  Optional<Call> shelved() {
    return calls.shelved().stream().findFirst();
  }

  /** Whose it is, while only this node knows. */
  Optional<Offers.Kept> held(Offers.Hold hold) {
    return calls.find(Attempt.of(hold.key())).flatMap(call -> call.held(hold));
  }

  void show(Incoming.Shown asked) {
    show(asked.attempt());
    if (!calls.isOffered(asked.attempt())) {
      asked.receipt().complete(false);
    } else if (batch.get().isEmpty()) {
      asked.receipt().complete(true); // it is durable
    } else {
      batch.get().receipts.add(asked.receipt());
    }
  }

  /** From now on all nodes may know of work, and who has it. */
  void show(Attempt attempt) {
    calls.find(attempt).or(() -> calls.find(attempt.ofReading())).ifPresent(this::show);
  }

  private void show(Call call) {
    call.show(home.clock().now())
        .ifPresent(
            offered -> {
              home.shelf().offered(offered);
              batch.get().shelved.remove(call);
              batch.get().offer(offered);
            });
  }

  /** What leaves memory must be known to others. */
  boolean showBefore(Fate fate) {
    boolean isShown = fate instanceof Fate.Parks && !calls.shelved().isEmpty();
    if (isShown) {
      calls.shelved().forEach(this::show);
    }
    return isShown;
  }

  /**
   * What is in somebody's hands, for the store: the execution cannot go on here.
   *
   * @param unwritten offers that were about to be written
   */
  Commit.Outgoing handedOver(List<Commit.Offered> unwritten) {
    List<Commit.Offered> shown = new ArrayList<>(unwritten);
    for (Call call : calls.shelved()) {
      call.show(home.clock().now()).ifPresent(shown::add);
    }
    shown.forEach(home.shelf()::offered);
    // Of the rest, the reason may not be durable, and they are made again.
    shown.removeIf(offered -> offered.taker().isEmpty());
    return new Commit.Outgoing(
        List.of(), List.of(), List.of(), new Commit.Offering(shown, List.of()));
  }

  /** It is time to show work, unless somebody has got it only now. */
  Optional<Incoming> look(Due.Unshown due, Instant now) {
    Optional<Call> call = calls.find(due.attempt()).filter(known -> known.shelved().isPresent());
    if (call.isPresent() && call.get().showBy().isAfter(now)) {
      alarm.add(new Due.Unshown(call.get().showBy(), due.attempt()));
      return Optional.empty();
    }
    return call.map(Call::shown);
  }

  /** Nobody wants it any more. */
  void withdraw(Call call) {
    if (call.shelved().isPresent()) {
      home.shelf().remove(call.shelved().get());
      batch.get().shelved.remove(call);
    } else if (call.isOffered()) {
      batch.get().withdraw(call.offer(card.key()));
    }
  }

  /** Nobody finds anything of it here any more. */
  void clearShelf() {
    calls.shelved().forEach(call -> call.shelved().ifPresent(home.shelf()::remove));
  }
}
