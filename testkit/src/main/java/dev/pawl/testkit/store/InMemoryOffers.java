package dev.pawl.testkit.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The offers of an in-memory store. */
final class InMemoryOffers implements Offers {

  /** An offer and the worker that holds it, if any. */
  static final class OfferRow {
    private final Offer offer;
    private final Instant since;
    private Optional<Holder> holder = Optional.empty();
    private Optional<String> answer = Optional.empty();
    private boolean isFree = true;

    OfferRow(Offer offer, Instant since) {
      this.offer = offer;
      this.since = since;
    }

    Offers.LeasedOffer take(Offers.WorkerRef workerRef, Instant now) {
      Instant until = now.plus(workerRef.time());
      isFree = false;
      answer = Optional.empty();
      holder = Optional.of(new Holder(workerRef.name(), until, Optional.empty()));
      return new Offers.LeasedOffer(offer, until);
    }

    private boolean accepts(String digest, Instant now) {
      if (!answer.orElse(digest).equals(digest)) {
        return false;
      }
      answer = Optional.of(digest);
      isFree = false;
      Holder known = holder.orElseThrow();
      Instant least = now.plus(ANSWER_TIME);
      Instant until = known.until().isBefore(least) ? least : known.until();
      holder = Optional.of(new Holder(known.name(), until, known.details()));
      return true;
    }

    private Offers.OfferStatus status() {
      return new Offers.OfferStatus(
          offer.key(), offer.resource(), since, isFree ? Optional.empty() : holder);
    }

    private Offers.LeaseRenewal renewal() {
      return new Offers.LeaseRenewal(
          offer.key(),
          since,
          holder.orElseThrow().until(),
          offer.heartbeat().isPresent(),
          offer.token().isPresent());
    }

    private boolean isHeldBy(Offers.WorkerRef workerRef) {
      return holder.filter(known -> known.name().equals(workerRef.name())).isPresent();
    }
  }

  private final StoreState memory;

  InMemoryOffers(StoreState memory) {
    this.memory = memory;
  }

  @Override
  public List<Offers.LeasedOffer> take(
      TenantId tenant,
      Collection<String> resources,
      int max,
      Offers.WorkerRef workerRef,
      Set<ExecutionId> except) {
    return memory.withLock(
        () -> {
          List<OfferRow> free =
              memory.offers.values().stream()
                  .filter(row -> row.isFree)
                  .filter(row -> row.offer.key().execution().tenant().equals(tenant))
                  .filter(row -> !except.contains(row.offer.key().execution().id()))
                  .filter(row -> resources.contains(row.offer.resource()))
                  .sorted(Comparator.comparing(row -> row.offer.priority()))
                  .limit(max)
                  .toList();
          return free.stream().map(row -> row.take(workerRef, memory.now())).toList();
        });
  }

  @Override
  public List<Offers.LeaseRenewal> renew(
      Collection<Offers.LeaseSignal> signs, Offers.WorkerRef workerRef) {
    return memory.withLock(
        () -> {
          List<Offers.LeaseRenewal> kept = new ArrayList<>();
          Instant until = memory.now().plus(workerRef.time());
          for (Offers.LeaseSignal sign : signs) {
            OfferRow row = memory.offers.get(sign.key());
            if (row != null && row.isHeldBy(workerRef)) {
              Optional<String> details =
                  sign.details().or(() -> row.holder.orElseThrow().details());
              row.holder = Optional.of(new Holder(workerRef.name(), until, details));
              row.isFree = false;
              kept.add(row.renewal());
            }
          }
          return kept;
        });
  }

  @Override
  public List<Offers.LeaseRenewal> accept(
      Collection<OfferAnswer> answers, Offers.WorkerRef workerRef) {
    return memory.withLock(
        () -> {
          List<Offers.LeaseRenewal> accepted = new ArrayList<>();
          for (OfferAnswer answer : answers) {
            OfferRow row = memory.offers.get(answer.key());
            if (row != null
                && row.isHeldBy(workerRef)
                && row.accepts(answer.digest(), memory.now())) {
              accepted.add(row.renewal());
            }
          }
          return accepted;
        });
  }

  @Override
  public List<Offer.Key> release(Collection<Offer.Key> keys, Offers.WorkerRef workerRef) {
    return memory.withLock(
        () -> {
          List<Offer.Key> given = new ArrayList<>();
          for (Offer.Key key : keys) {
            OfferRow row = memory.offers.get(key);
            if (row != null && row.isHeldBy(workerRef) && row.answer.isEmpty()) {
              row.holder = Optional.empty();
              row.isFree = true;
              given.add(key);
              memory.signalChange();
            }
          }
          return given;
        });
  }

  @Override
  public void releaseAll(TenantId tenant, Offers.WorkerRef workerRef) {
    release(
        memory.withLock(
            () ->
                memory.offers.values().stream()
                    .filter(row -> row.isHeldBy(workerRef))
                    .map(row -> row.offer.key())
                    .filter(key -> key.execution().tenant().equals(tenant))
                    .toList()),
        workerRef);
  }

  @Override
  public void close(Offer.Key key) {
    memory.withLock(() -> memory.offers.remove(key));
  }

  @Override
  public List<Offers.OfferStatus> of(ExecutionKey execution) {
    return memory.withLock(
        () ->
            memory.offers.values().stream()
                .filter(row -> row.offer.key().execution().equals(execution))
                .map(OfferRow::status)
                .toList());
  }

  @Override
  public List<OfferedResource> listOfferedResources() {
    return memory.withLock(
        () -> {
          Instant now = memory.now();
          for (OfferRow row : memory.offers.values()) {
            row.isFree |= row.holder.filter(holder -> holder.until().isBefore(now)).isPresent();
          }
          return memory.offers.values().stream()
              .filter(row -> row.isFree)
              .map(
                  row ->
                      new OfferedResource(
                          row.offer.key().execution().tenant(), row.offer.resource()))
              .distinct()
              .toList();
        });
  }

  @Override
  public Offers.OfferSubscription subscribe(TenantId tenant, Collection<String> resources) {
    return new Offers.OfferSubscription() {
      private long seen;

      @Override
      public void await(Duration atMost) throws InterruptedException {
        seen = memory.awaitChange(seen, atMost);
      }

      @Override
      public void wake() {
        memory.withLock(memory::signalChange);
      }

      @Override
      public void close() {}
    };
  }
}
