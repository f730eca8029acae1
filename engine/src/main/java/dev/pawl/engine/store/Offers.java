package dev.pawl.engine.store;

import dev.pawl.engine.ExecutionId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Leases offered work to workers and accepts its outcomes. An offer is written and withdrawn by
 * commits of its execution; in between, workers lease it one after the other, each for as long as
 * it renews its lease. The outcome is a message to the execution.
 */
public interface Offers {

  /**
   * Leases open offers to a worker, the highest priority first.
   *
   * @param max the maximum number of offers
   */
  default List<Offers.LeasedOffer> take(
      TenantId tenant, Collection<String> resources, int max, Offers.WorkerRef workerRef) {
    return take(tenant, resources, max, workerRef, Set.of());
  }

  /**
   * Leases open offers to a worker, the highest priority first.
   *
   * @param max the maximum number of offers
   * @param except executions whose offers are skipped
   */
  List<Offers.LeasedOffer> take(
      TenantId tenant,
      Collection<String> resources,
      int max,
      Offers.WorkerRef workerRef,
      Set<ExecutionId> except);

  /**
   * Renews leases of a worker and returns those that it still holds. An expired lease is renewed if
   * no other worker has leased the offer since.
   */
  List<Offers.LeaseRenewal> renew(Collection<Offers.LeaseSignal> signs, Offers.WorkerRef workerRef);

  /**
   * Accepts answers to offers whose lease the worker holds, or that no other worker has leased
   * since it expired, and returns those accepted. An offer has one answer: once it is accepted, a
   * different one is refused, and an equal one is accepted again, because the first may not have
   * reached the execution. No other worker gets the offer for at least {@link #ANSWER_TIME}, in
   * which the answer must be sent.
   */
  List<Offers.LeaseRenewal> accept(Collection<OfferAnswer> answers, Offers.WorkerRef workerRef);

  /** How long an offer stays with its worker after its answer was accepted. */
  Duration ANSWER_TIME = Duration.ofSeconds(15);

  /**
   * Releases leases at once, so that other workers need not wait for their expiry, and returns the
   * offers whose lease the worker still held.
   */
  List<Offer.Key> release(Collection<Offer.Key> keys, Offers.WorkerRef workerRef);

  /**
   * Releases all leases of a worker in a tenant, such as one that never received the response with
   * its offers.
   */
  void releaseAll(TenantId tenant, Offers.WorkerRef workerRef);

  /** Ends the work on an offer whose step is completed by its task token. */
  void close(Offer.Key key);

  /** Returns all offers of an execution. */
  List<Offers.OfferStatus> of(ExecutionKey execution);

  /** Returns the resources with open offers, once per tenant. */
  List<OfferedResource> listOfferedResources();

  /** Subscribes to new offers of resources. */
  Offers.OfferSubscription subscribe(TenantId tenant, Collection<String> resources);

  /** Signals that there may be open offers; a lost signal is made up for by the next poll. */
  interface OfferSubscription extends AutoCloseable {

    /** Waits for a signal, for at most the given time. */
    void await(Duration atMost) throws InterruptedException;

    /** Signals this subscription. */
    void wake();

    /** Ends the subscription and releases a caller blocked in {@code await}. */
    @Override
    void close();
  }

  /**
   * A worker.
   *
   * @param name ends with a random secret that only the worker knows
   * @param time how long a lease lasts without renewal
   */
  record WorkerRef(String name, Duration time) {

    /** Returns the name without the secret. */
    public String displayName() {
      return withoutSecret(name);
    }
  }

  private static String withoutSecret(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf(' ')));
  }

  /** The lease of a worker on an offer. */
  record TaskLease(Offer.Key key, Offers.WorkerRef workerRef) {}

  /** An offer and the end of its lease. */
  record LeasedOffer(Offer offer, Instant until) {}

  /**
   * The renewal of a lease.
   *
   * @param details a progress report as JSON text
   */
  record LeaseSignal(Offer.Key key, Optional<String> details) {}

  /**
   * The answer to an offer.
   *
   * @param digest equal for equal outcomes, different otherwise
   */
  record OfferAnswer(Offer.Key key, String digest) {}

  /**
   * A lease that was renewed or accepted.
   *
   * @param expectsHeartbeat true if the step expects heartbeats
   * @param byToken true if the step is completed by its task token, not by the end of the work
   */
  record LeaseRenewal(
      Offer.Key key, Instant since, Instant until, boolean expectsHeartbeat, boolean byToken) {}

  /** A resource with open offers. */
  record OfferedResource(TenantId tenant, String resource) {}

  /**
   * The status of an offer.
   *
   * @param holder the worker that leases it; empty if it is open
   */
  record OfferStatus(Offer.Key key, String resource, Instant since, Optional<Holder> holder) {}

  /** The worker that leases an offer; its name ends with a secret. */
  record Holder(String name, Instant until, Optional<String> details) {

    /** Returns the name without the secret. */
    public String displayName() {
      return withoutSecret(name);
    }
  }
}
