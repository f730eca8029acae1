package dev.pawl.engine.node.external;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.node.live.MessageBody;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.run.HandlerInvocations;
import dev.pawl.engine.run.Timeline;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Inbox;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.StackTraces;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Leases offers to workers and accepts their heartbeats and outcomes. */
public final class Workers {

  /** Below {@link Offers#ANSWER_TIME}, in which no other worker gets the offer. */
  private static final Duration MAX_COMMIT_WAIT = Duration.ofSeconds(10);

  private final Inbox inbox;
  private final Offers offers;
  private final RuntimeClock clock;
  private final Timeline time;
  private final Supplier<LocalDelivery> local;

  /**
   * A request of a worker for offers.
   *
   * @param max the maximum number of offers
   */
  public record Request(
      TenantId tenant, Collection<String> resources, int max, Offers.WorkerRef workerRef) {}

  /**
   * Creates the access to the offers of a store.
   *
   * @param local delivers outcomes to executions in the memory of this node
   */
  public Workers(
      Inbox inbox,
      Offers offers,
      RuntimeClock clock,
      Timeline time,
      Supplier<LocalDelivery> local) {
    this.inbox = inbox;
    this.offers = offers;
    this.clock = clock;
    this.time = time;
    this.local = local;
  }

  /** Returns an instance that uses another, possibly restricted view of the offers. */
  public Workers withOffers(Offers visible) {
    return new Workers(inbox, visible, clock, time, local);
  }

  /** Leases open offers to a worker, the highest priority first. */
  public List<Offers.LeasedOffer> take(Request request) {
    return take(request, Set.of());
  }

  /**
   * Leases open offers to a worker, the highest priority first.
   *
   * @param except executions whose offers are skipped
   */
  List<Offers.LeasedOffer> take(Request request, Set<ExecutionId> except) {
    List<Offers.LeasedOffer> leased =
        offers.take(
            request.tenant(), request.resources(), request.max(), request.workerRef(), except);
    heartbeat(
        leased.stream()
            .map(Offers.LeasedOffer::offer)
            .filter(offer -> offer.heartbeat().isPresent())
            .map(Offer::key)
            .toList());
    return leased;
  }

  /**
   * Renews leases.
   *
   * @param signals the leases, each with an optional progress report as JSON text
   * @return the renewed leases; a lease that is missing is void
   */
  public Map<Offers.TaskLease, Offers.LeaseRenewal> renew(
      Map<Offers.TaskLease, Optional<String>> signals) {
    Map<Offers.TaskLease, Offers.LeaseSignal> requested = new LinkedHashMap<>();
    signals.forEach(
        (lease, details) -> requested.put(lease, new Offers.LeaseSignal(lease.key(), details)));
    Map<Offers.TaskLease, Offers.LeaseRenewal> renewed =
        groupedByWorker(requested, offers::renew, Offers.LeaseRenewal::key);
    heartbeat(
        renewed.values().stream()
            .filter(Offers.LeaseRenewal::expectsHeartbeat)
            .map(Offers.LeaseRenewal::key)
            .toList());
    return renewed;
  }

  /** Releases leases early and returns those that were still valid. */
  public Set<Offers.TaskLease> release(Collection<Offers.TaskLease> leases) {
    Map<Offers.TaskLease, Offer.Key> requested = new LinkedHashMap<>();
    leases.forEach(lease -> requested.put(lease, lease.key()));
    return groupedByWorker(requested, offers::release, Function.identity()).keySet();
  }

  /** Releases all leases of a worker, such as one that never received the response with them. */
  public void releaseAll(TenantId tenant, Offers.WorkerRef worker) {
    offers.releaseAll(tenant, worker);
  }

  /** A request to the store about leases of one worker. */
  private interface LeaseRequest<A, B> {
    List<B> send(Collection<A> items, Offers.WorkerRef worker);
  }

  private static <A, B> Map<Offers.TaskLease, B> groupedByWorker(
      Map<Offers.TaskLease, A> items, LeaseRequest<A, B> request, Function<B, Offer.Key> key) {
    Map<Offers.WorkerRef, List<A>> byWorker = new LinkedHashMap<>();
    items.forEach(
        (lease, item) ->
            byWorker.computeIfAbsent(lease.workerRef(), worker -> new ArrayList<>()).add(item));
    Map<Offers.TaskLease, B> responses = new LinkedHashMap<>();
    byWorker.forEach(
        (worker, itemsOfWorker) -> {
          for (B response : request.send(itemsOfWorker, worker)) {
            responses.put(new Offers.TaskLease(key.apply(response), worker), response);
          }
        });
    return responses;
  }

  /** The outcome of offered work. */
  public sealed interface WorkOutcome {

    /** Returns what the handler did outside, for the history. */
    List<Fact.RecordedEffect> effects();

    /** A success. */
    record Succeeded(Json output, List<Fact.RecordedEffect> effects) implements WorkOutcome {
      public Succeeded(Json output) {
        this(output, List.of());
      }
    }

    /**
     * A failure.
     *
     * @param stackTrace for the history; a long one is shortened
     */
    record Failed(Failure failure, Optional<String> stackTrace, List<Fact.RecordedEffect> effects)
        implements WorkOutcome {
      public Failed(Failure failure, Optional<String> stackTrace) {
        this(failure, stackTrace, List.of());
      }

      public Failed(Failure failure) {
        this(failure, Optional.empty());
      }
    }
  }

  /** Completes a leased task; returns false if the task has already ended. */
  public boolean complete(Offers.TaskLease lease, WorkOutcome outcome) {
    return complete(Map.of(lease, outcome)).contains(lease);
  }

  /**
   * Completes leased tasks. Of two different outcomes of a task at most one is accepted, on
   * whichever nodes they are reported.
   *
   * @return the leases whose outcomes were accepted; a missing task has already ended
   */
  public Set<Offers.TaskLease> complete(Map<Offers.TaskLease, WorkOutcome> outcomes) {
    outcomes.forEach((lease, outcome) -> check(lease.key(), outcome));
    return settle(accepted(outcomes), outcomes);
  }

  private Map<Offers.TaskLease, Offers.LeaseRenewal> accepted(
      Map<Offers.TaskLease, WorkOutcome> outcomes) {
    Map<Offers.TaskLease, Offers.OfferAnswer> answers = new LinkedHashMap<>();
    outcomes.forEach(
        (lease, outcome) ->
            answers.put(lease, new Offers.OfferAnswer(lease.key(), OutcomeDigest.of(outcome))));
    return groupedByWorker(answers, offers::accept, Offers.LeaseRenewal::key);
  }

  /** Delivers accepted outcomes and returns the leases whose tasks were still open. */
  private Set<Offers.TaskLease> settle(
      Map<Offers.TaskLease, Offers.LeaseRenewal> renewals,
      Map<Offers.TaskLease, WorkOutcome> outcomes) {
    if (renewals.isEmpty()) {
      return Set.of();
    }
    Set<Offer.Key> accepted = new HashSet<>();
    Map<Offer.Key, Fact> facts = new LinkedHashMap<>();
    Map<Offer.Key, Inbox.OutgoingMessage> messages = new LinkedHashMap<>();
    renewals.forEach(
        (lease, open) -> {
          WorkOutcome outcome = Objects.requireNonNull(outcomes.get(lease));
          if (open.byToken() && outcome instanceof WorkOutcome.Succeeded) {
            offers.close(lease.key());
            accepted.add(lease.key());
            return;
          }
          Fact fact = fact(open, lease.workerRef(), outcome);
          if (open.byToken()) {
            // The token may be answered concurrently; the idempotency key of the message decides.
            messages.put(lease.key(), AttemptAnswer.of(lease.key(), outcome, fact));
          } else {
            facts.put(lease.key(), fact);
          }
        });
    Set<Offer.Key> left = deliverLocally(facts, accepted);
    if (!left.isEmpty()) {
      // Their commit may or may not be durable. If it is, or another worker has the task by now,
      // the lease is void.
      Map<Offers.TaskLease, WorkOutcome> unsettled = new LinkedHashMap<>(outcomes);
      unsettled.keySet().removeIf(lease -> !left.contains(lease.key()));
      accepted(unsettled).keySet().forEach(lease -> left.remove(lease.key()));
      facts.keySet().removeAll(left);
    }
    facts.forEach(
        (key, fact) -> messages.put(key, message(key, new MessageBody.FactMessage(fact))));
    accepted.addAll(send(messages));
    return renewals.keySet().stream()
        .filter(lease -> accepted.contains(lease.key()))
        .collect(Collectors.toSet());
  }

  /**
   * Delivers outcomes to executions in the memory of this node and removes them from the facts.
   *
   * @param accepted gets the keys of outcomes that are durable
   * @return the keys of executions that left memory before the outcome was durable
   */
  private Set<Offer.Key> deliverLocally(Map<Offer.Key, Fact> facts, Set<Offer.Key> accepted) {
    Map<Offer.Key, CompletableFuture<Boolean>> receipts = new LinkedHashMap<>();
    facts.forEach(
        (key, fact) ->
            local.get().deliver(key, fact).ifPresent(receipt -> receipts.put(key, receipt)));
    Set<Offer.Key> left = new HashSet<>(receipts.keySet());
    await(receipts)
        .forEach(
            (key, wasOpen) -> {
              facts.remove(key);
              left.remove(key);
              if (wasOpen) {
                accepted.add(key);
              }
            });
    return left;
  }

  /** Waits for receipts; omits those of executions that left memory meanwhile. */
  private Map<Offer.Key, Boolean> await(Map<Offer.Key, CompletableFuture<Boolean>> receipts) {
    Map<Offer.Key, Boolean> settled = new LinkedHashMap<>();
    receipts.forEach(
        (key, receipt) -> {
          try {
            settled.put(key, clock.get(receipt, MAX_COMMIT_WAIT));
          } catch (ExecutionException leftMemory) {
            // A message reaches the execution wherever it is.
          } catch (TimeoutException e) {
            throw new UnavailableException(
                "the store did not confirm the outcome within %s; try again"
                    .formatted(MAX_COMMIT_WAIT),
                e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted while waiting for the store", e);
          }
        });
    return settled;
  }

  /** Sends messages and returns the keys of those that were accepted now or before. */
  private Set<Offer.Key> send(Map<Offer.Key, Inbox.OutgoingMessage> messages) {
    List<Offer.Key> keys = List.copyOf(messages.keySet());
    List<Inbox.MessageAcceptance> deliveries = inbox.sendAll(List.copyOf(messages.values()));
    Set<Offer.Key> accepted = new HashSet<>();
    for (int i = 0; i < keys.size(); i++) {
      if (deliveries.get(i).isTaken()) {
        accepted.add(keys.get(i));
      }
    }
    return accepted;
  }

  private static Inbox.OutgoingMessage message(Offer.Key to, MessageBody message) {
    return new Inbox.OutgoingMessage(to.execution(), message.toBytes(), Optional.empty());
  }

  private static void check(Offer.Key work, WorkOutcome outcome) {
    switch (outcome) {
      case WorkOutcome.Succeeded done -> {
        if (!HandlerInvocations.isItemReading(work.attempt())) {
          InputLimits.check(done.output(), "the output");
        }
      }
      case WorkOutcome.Failed failed -> InputLimits.check(failed.failure(), failed.stackTrace());
    }
  }

  private Fact fact(Offers.LeaseRenewal open, Offers.WorkerRef worker, WorkOutcome outcome) {
    Offer.Key key = open.key();
    return switch (outcome) {
      case WorkOutcome.Succeeded done ->
          new Fact.TaskSucceeded(
              key.step(), key.attempt(), done.output(), timing(open), done.effects());
      case WorkOutcome.Failed failed ->
          new Fact.TaskFailed(
              key.step(),
              key.attempt(),
              failed.failure(),
              timing(open),
              new Fact.FailureDetails(
                  failed.stackTrace().map(StackTraces::shortened),
                  Optional.of(worker.displayName()).filter(name -> !name.isEmpty())),
              failed.effects());
    };
  }

  /** Returns the offers of an execution and who leases them. */
  public List<Offers.OfferStatus> of(ExecutionKey execution) {
    return offers.of(execution);
  }

  /** Subscribes to new offers of resources. */
  public Offers.OfferSubscription subscribe(TenantId tenant, Collection<String> resources) {
    return offers.subscribe(tenant, resources);
  }

  private Fact.Timing timing(Offers.LeaseRenewal offer) {
    Instant now = time.now();
    return HandlerInvocations.timing(
        offer.since(), now.isBefore(offer.since()) ? offer.since() : now);
  }

  /** Sends a heartbeat to the execution of a task. */
  void heartbeat(Offer.Key key) {
    heartbeat(List.of(key));
  }

  private void heartbeat(List<Offer.Key> keys) {
    if (!keys.isEmpty()) {
      inbox.sendAll(
          keys.stream()
              .map(key -> message(key, new MessageBody.Heartbeat(key.step(), key.attempt())))
              .toList());
    }
  }
}
