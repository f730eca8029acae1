package dev.pawl.engine.node.external;

import dev.pawl.engine.Command;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.run.CallGate;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.engine.run.HandlerInvocations;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Store;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.CallOrigin;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves offers of other nodes with the handlers of this node: leases them like a remote worker and
 * reports their outcomes. Offers of executions for which this node turns out to have no handler are
 * skipped for a minute.
 */
public final class LocalOfferConsumer {

  private static final System.Logger LOG = System.getLogger(LocalOfferConsumer.class.getName());
  private static final Duration MIN_POLL_INTERVAL = Duration.ofSeconds(1);
  private static final Duration LEASE_TIME = Duration.ofSeconds(30);
  private static final int MAX_OFFERS_PER_POLL = 500;
  private static final Duration SKIP_TIME = Duration.ofMinutes(1);
  private static final int MAX_SKIPPED_EXECUTIONS = 10_000;

  private final HandlerServices services;
  private final Offers offers;
  private final Workers workers;
  private final Offers.WorkerRef self;
  private final Duration pollInterval;
  private final Map<Offer.Key, Thread> working = new ConcurrentHashMap<>();
  private final Map<ExecutionId, Instant> skipped = new ConcurrentHashMap<>();
  private Instant renewedAt = Instant.EPOCH;

  /**
   * Creates a consumer that leases offers under the number of its node.
   *
   * @param poll the interval at which the node looks for work; used if it is above a second
   */
  public LocalOfferConsumer(
      HandlerServices services, Store store, RuntimeClock time, int node, Duration poll) {
    this.services = services;
    this.pollInterval = poll.compareTo(MIN_POLL_INTERVAL) > 0 ? poll : MIN_POLL_INTERVAL;
    this.offers = store.offers();
    this.workers =
        new Workers(store.inbox(), offers, time, services.clock(), () -> LocalDelivery.NONE);
    // Like the name of a remote worker, it ends with a secret.
    this.self = new Offers.WorkerRef("node " + node + " " + UUID.randomUUID(), LEASE_TIME);
  }

  /**
   * Renews the leases of running work and leases open offers; returns the pause before the next.
   */
  public Duration poll() {
    renewLeases();
    removeExpiredSkips();
    for (Offers.OfferedResource wanted : offers.listOfferedResources()) {
      int capacity = Math.min(MAX_OFFERS_PER_POLL, services.permits().availablePermits());
      if (capacity > 0 && serves(wanted.resource())) {
        workers
            .take(
                new Workers.Request(wanted.tenant(), List.of(wanted.resource()), capacity, self),
                skipped.keySet())
            .forEach(leased -> start(leased.offer()));
      }
    }
    return pollInterval;
  }

  private void removeExpiredSkips() {
    Instant expired = services.clock().now().minus(SKIP_TIME);
    skipped.values().removeIf(since -> since.isBefore(expired));
    if (skipped.size() > MAX_SKIPPED_EXECUTIONS) {
      skipped.clear();
    }
  }

  private boolean serves(String resource) {
    try {
      return services.ports().handler(resource).isPresent();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "the handler of '" + resource + "' cannot be looked up", e);
      return false;
    }
  }

  private void renewLeases() {
    Instant now = services.clock().now();
    if (working.isEmpty() || now.isBefore(renewedAt.plus(LEASE_TIME.dividedBy(3)))) {
      return;
    }
    renewedAt = now;
    Map<Offers.TaskLease, Optional<String>> signals = new HashMap<>();
    working.keySet().forEach(key -> signals.put(lease(key), Optional.empty()));
    Set<Offers.TaskLease> held = workers.renew(signals).keySet();
    for (Offers.TaskLease one : signals.keySet()) {
      Thread thread = working.get(one.key());
      if (!held.contains(one) && thread != null) {
        thread.interrupt(); // the lease is void
      }
    }
  }

  private Offers.TaskLease lease(Offer.Key key) {
    return new Offers.TaskLease(key, self);
  }

  private void start(Offer offer) {
    services
        .threads()
        .start(
            () -> {
              working.put(offer.key(), Thread.currentThread());
              try {
                serve(offer);
              } catch (InterruptedException leaseVoid) {
                workers.release(List.of(lease(offer.key())));
              } catch (RuntimeException e) {
                LOG.log(
                    Level.WARNING,
                    "the offer " + offer.key() + " was not served and is left to other nodes",
                    e);
              } finally {
                working.remove(offer.key());
              }
            });
  }

  private void serve(Offer offer) throws InterruptedException {
    ExecutionKey execution = offer.key().execution();
    ExecutionPorts ports = services.ports().forExecution(execution.id());
    Optional<Handler> handler = ports.handler(offer.resource());
    if (handler.isEmpty()) {
      skipped.put(execution.id(), services.clock().now());
      workers.release(List.of(lease(offer.key())));
      return;
    }
    services.permits().acquire();
    try {
      Command.RunTask task = task(offer);
      HandlerCall call =
          HandlerInvocations.handlerCall(
              ports, execution.id(), origin(offer), task, services(offer));
      Optional<Fact> outcome = services.invoke(handler.get(), call, task, CallGate.NONE);
      if (outcome.isPresent()) {
        workers.complete(lease(offer.key()), toOutcome(outcome.get()));
      } else {
        offers.close(offer.key());
      }
    } finally {
      services.permits().release();
    }
  }

  private static CallOrigin origin(Offer offer) {
    ExecutionKey execution = offer.key().execution();
    return new CallOrigin(execution.tenant().value(), offer.flow(), "", "", Optional.empty());
  }

  private CallServices services(Offer offer) {
    return new CallServices() {
      @Override
      public void heartbeat() {
        workers.heartbeat(offer.key());
      }
    };
  }

  private static Workers.WorkOutcome toOutcome(Fact fact) {
    if (fact instanceof Fact.TaskSucceeded done) {
      return new Workers.WorkOutcome.Succeeded(done.output(), done.effects());
    }
    if (fact instanceof Fact.TaskFailed failed) {
      return new Workers.WorkOutcome.Failed(
          failed.failure(), failed.details().stackTrace(), failed.effects());
    }
    throw new IllegalStateException("not the outcome of a Task: " + fact);
  }

  private Command.RunTask task(Offer offer) {
    Optional<Duration> timeout =
        offer.timeout().map(at -> Duration.between(services.clock().now(), at));
    return new Command.RunTask(
        offer.key().step(),
        offer.key().attempt(),
        new Command.Call(
            offer.resource(),
            JsonText.parse(new String(offer.input(), StandardCharsets.UTF_8)),
            offer.config().map(JsonText::parse),
            timeout,
            offer.heartbeat(),
            offer.token()));
  }

  /** Interrupts all handlers that serve offers. */
  public void close() {
    working.values().forEach(Thread::interrupt);
  }
}
