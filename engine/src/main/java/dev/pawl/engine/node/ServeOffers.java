package dev.pawl.engine.node;

import dev.pawl.engine.Command;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.run.Calls;
import dev.pawl.engine.run.Outside;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.model.json.JsonText;
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
 * Does work that nodes without its handler have offered: a node that serves a resource, perhaps
 * only since a moment ago, takes it like any other worker and hands in what came of it. Work of
 * executions that see no handler of this node is left to others for a while.
 */
final class ServeOffers {

  private static final System.Logger LOG = System.getLogger(ServeOffers.class.getName());
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration SILENCE = Duration.ofSeconds(30);
  private static final int AT_ONCE = 500;
  private static final Duration HIDDEN = Duration.ofMinutes(1);
  private static final int MOST_HIDDEN = 10_000;

  private final Services services;
  private final Offers offers;
  private final Workers workers;
  private final Offers.Taker me;
  private final Map<Offer.Key, Thread> working = new ConcurrentHashMap<>();
  private final Map<ExecutionId, Instant> hidden = new ConcurrentHashMap<>();
  private Instant kept = Instant.EPOCH;

  ServeOffers(Services services, int node) {
    this.services = services;
    this.offers = services.store().offers();
    this.workers =
        new Workers(
            services.store().mail(), offers, services.time(), services.clock(), () -> Here.NOBODY);
    // As a worker's, it ends in what nobody can guess.
    this.me = new Offers.Taker("node " + node + " " + UUID.randomUUID(), SILENCE);
  }

  /** Takes what this node can do, and tells that what it took is under way. */
  Duration look() {
    keepWhatRuns();
    forgetWhatWasHidden();
    for (Offers.Wanted wanted : offers.wanted()) {
      int room = Math.min(AT_ONCE, services.callSlots().availablePermits());
      if (room > 0 && serves(wanted.resource())) {
        workers
            .take(
                new Workers.Request(wanted.tenant(), List.of(wanted.resource()), room, me),
                hidden.keySet())
            .forEach(taken -> begin(taken.offer()));
      }
    }
    return LOOK;
  }

  private void forgetWhatWasHidden() {
    Instant longAgo = services.clock().now().minus(HIDDEN);
    hidden.values().removeIf(since -> since.isBefore(longAgo));
    if (hidden.size() > MOST_HIDDEN) {
      hidden.clear();
    }
  }

  private boolean serves(String resource) {
    try {
      return services.outside().handler(resource).isPresent();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "no handler of '" + resource + "' can be looked up", e);
      return false;
    }
  }

  private void keepWhatRuns() {
    Instant now = services.clock().now();
    if (working.isEmpty() || now.isBefore(kept.plus(SILENCE.dividedBy(3)))) {
      return;
    }
    kept = now;
    Map<Offers.Hold, Optional<String>> signs = new HashMap<>();
    working.keySet().forEach(key -> signs.put(mine(key), Optional.empty()));
    Set<Offers.Hold> held = workers.keep(signs).keySet();
    for (Offers.Hold one : signs.keySet()) {
      Thread thread = working.get(one.key());
      if (!held.contains(one) && thread != null) {
        thread.interrupt(); // nobody wants it any more
      }
    }
  }

  private Offers.Hold mine(Offer.Key key) {
    return new Offers.Hold(key, me);
  }

  private void begin(Offer offer) {
    services
        .carriers()
        .start(
            () -> {
              working.put(offer.key(), Thread.currentThread());
              try {
                serve(offer);
              } catch (InterruptedException notWanted) {
                workers.giveBack(List.of(mine(offer.key())));
              } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "the work of " + offer.key() + " is left to others", e);
              } finally {
                working.remove(offer.key());
              }
            });
  }

  private void serve(Offer offer) throws InterruptedException {
    ExecutionKey execution = offer.key().execution();
    Outside outside = services.outside().seenBy(execution.id());
    Optional<Handler> handler = outside.handler(offer.resource());
    if (handler.isEmpty()) {
      hidden.put(execution.id(), services.clock().now());
      workers.giveBack(List.of(mine(offer.key())));
      return;
    }
    services.callSlots().acquire();
    try {
      Command.RunTask task = task(offer);
      HandlerCall call = Calls.handlerCall(execution.id(), task, () -> workers.beat(offer.key()));
      Optional<Fact> answer = Calls.call(handler.get(), call, task, services.clock());
      if (answer.isPresent()) {
        workers.handIn(mine(offer.key()), outcome(answer.get()));
      } else {
        offers.close(offer.key());
      }
    } finally {
      services.callSlots().release();
    }
  }

  private static Workers.Outcome outcome(Fact answer) {
    if (answer instanceof Fact.TaskSucceeded done) {
      return new Workers.Outcome.Succeeded(done.output());
    }
    if (answer instanceof Fact.TaskFailed failed) {
      return new Workers.Outcome.Failed(failed.failure(), failed.details().stackTrace());
    }
    throw new IllegalStateException("no outcome of a Task: " + answer);
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
            timeout,
            offer.heartbeat(),
            offer.token()));
  }

  void close() {
    working.values().forEach(Thread::interrupt);
  }
}
