package dev.pawl.engine.node;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.run.Calls;
import dev.pawl.engine.run.Timeline;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.sdk.Json;
import java.time.Duration;
import java.time.Instant;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Where those who work outside of nodes take work and hand it in. */
public final class Workers {

  private static final Duration LONGEST_WRITE = Duration.ofSeconds(30);

  private final Mail mail;
  private final Offers offers;
  private final Timeline time;
  private final Here here;

  /** The executions in the memory of this node, which need no letters. */
  interface Here {

    /** Nobody is here. */
    Here NOBODY = (execution, attempt, outcome) -> Optional.empty();

    /** As {@link Incarnation#handIn}. */
    Optional<CompletableFuture<Boolean>> handIn(
        ExecutionKey execution, Attempt attempt, Fact outcome);
  }

  Workers(Mail mail, Offers offers, Timeline time, Here here) {
    this.mail = mail;
    this.offers = offers;
    this.time = time;
    this.here = here;
  }

  /** The same for those who may see less than the engine. */
  public Workers seeing(Offers seen) {
    return new Workers(mail, seen, time, here);
  }

  /** Takes work that nobody has, the most urgent first. */
  public List<Offers.Taken> take(
      TenantId tenant, Collection<String> resources, int max, Offers.Taker taker) {
    return take(tenant, resources, max, taker, Set.of());
  }

  List<Offers.Taken> take(
      TenantId tenant,
      Collection<String> resources,
      int max,
      Offers.Taker taker,
      Set<ExecutionId> except) {
    List<Offers.Taken> taken = offers.take(tenant, resources, max, taker, except);
    beat(
        taken.stream()
            .map(Offers.Taken::offer)
            .filter(offer -> offer.heartbeat().isPresent())
            .map(Offer::key)
            .toList());
    return taken;
  }

  /** Says that work is under way; what is not among the answers is not wanted any more. */
  public List<Offers.Kept> keep(Collection<Offers.Sign> signs, Offers.Taker taker) {
    List<Offers.Kept> kept = offers.keep(signs, taker);
    beat(kept.stream().filter(Offers.Kept::beats).map(Offers.Kept::key).toList());
    return kept;
  }

  /** Leaves work to others; what is not among the answers was not the taker's any more. */
  public List<Offer.Key> giveBack(Collection<Offer.Key> keys, Offers.Taker taker) {
    return offers.giveBack(keys, taker);
  }

  /** What came of work. */
  public sealed interface Outcome {

    record Succeeded(Json output) implements Outcome {}

    record Failed(Failure failure) implements Outcome {}
  }

  /** Hands in what came of work; false if nobody wants it any more. */
  public boolean handIn(Offer.Key key, Offers.Taker taker, Outcome outcome) {
    return handIn(Map.of(key, outcome), taker).contains(key);
  }

  /** Likewise for many; what is not among the answers nobody wants any more. */
  public Set<Offer.Key> handIn(Map<Offer.Key, Outcome> outcomes, Offers.Taker taker) {
    outcomes.values().forEach(Workers::check);
    List<Offers.Kept> held = offers.held(outcomes.keySet(), taker);
    keepUntilRead(held, taker);
    Set<Offer.Key> wanted = new HashSet<>();
    Map<Offer.Key, Fact> facts = new LinkedHashMap<>();
    for (Offers.Kept open : held) {
      Outcome outcome = Objects.requireNonNull(outcomes.get(open.key()));
      if (open.byToken() && outcome instanceof Outcome.Succeeded) {
        offers.close(open.key());
        wanted.add(open.key());
      } else {
        facts.put(open.key(), fact(open, outcome));
      }
    }
    wanted.addAll(handInHere(facts));
    wanted.addAll(post(facts));
    return wanted;
  }

  /** Tells those that are here, and takes out of the facts what is settled thereby. */
  private Set<Offer.Key> handInHere(Map<Offer.Key, Fact> facts) {
    Map<Offer.Key, CompletableFuture<Boolean>> receipts = new LinkedHashMap<>();
    facts.forEach(
        (key, fact) ->
            here.handIn(key.execution(), new Attempt(key.step(), key.attempt()), fact)
                .ifPresent(receipt -> receipts.put(key, receipt)));
    Set<Offer.Key> wanted = new HashSet<>();
    receipts.forEach(
        (key, receipt) -> {
          try {
            if (receipt.get(LONGEST_WRITE.toSeconds(), TimeUnit.SECONDS)) {
              wanted.add(key);
            }
            facts.remove(key);
          } catch (ExecutionException leftMeanwhile) {
            // Wherever it is now, a letter reaches it; a second outcome would have no effect.
          } catch (TimeoutException e) {
            throw new UnavailableException("the store takes too long; try again", e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted while waiting for the store", e);
          }
        });
    return wanted;
  }

  private Set<Offer.Key> post(Map<Offer.Key, Fact> facts) {
    List<Offer.Key> asked = List.copyOf(facts.keySet());
    List<Mail.Delivery> deliveries =
        mail.sendAll(
            asked.stream()
                .map(key -> letter(key, new Message.Tell(Objects.requireNonNull(facts.get(key)))))
                .toList());
    Set<Offer.Key> wanted = new HashSet<>();
    for (int i = 0; i < asked.size(); i++) {
      if (deliveries.get(i) == Mail.Delivery.ACCEPTED) {
        wanted.add(asked.get(i));
      }
    }
    return wanted;
  }

  private static Mail.Outgoing letter(Offer.Key to, Message message) {
    return new Mail.Outgoing(to.execution(), message.toBytes(), Optional.empty());
  }

  /** Nobody else is to begin while an outcome is on its way. */
  private void keepUntilRead(List<Offers.Kept> held, Offers.Taker taker) {
    Instant soon = time.now().plus(taker.time().dividedBy(2));
    offers.keep(
        held.stream()
            .filter(open -> open.until().isBefore(soon))
            .map(open -> new Offers.Sign(open.key(), Optional.empty()))
            .toList(),
        taker);
  }

  private static void check(Outcome outcome) {
    if (outcome instanceof Outcome.Succeeded done) {
      Control.checked(done.output());
    }
  }

  private Fact fact(Offers.Kept open, Outcome outcome) {
    Offer.Key key = open.key();
    return switch (outcome) {
      case Outcome.Succeeded done ->
          new Fact.TaskSucceeded(key.step(), key.attempt(), done.output(), timing(open));
      case Outcome.Failed failed ->
          new Fact.TaskFailed(key.step(), key.attempt(), failed.failure(), timing(open));
    };
  }

  /** Work of an execution that waits for somebody or is in somebody's hands. */
  public List<Offers.Standing> of(ExecutionKey execution) {
    return offers.of(execution);
  }

  /** Hears of work for these resources from now on. */
  public Offers.Ear listen(TenantId tenant, Collection<String> resources) {
    return offers.listen(tenant, resources);
  }

  private Fact.Timing timing(Offers.Kept offer) {
    Instant now = time.now();
    return Calls.timing(offer.since(), now.isBefore(offer.since()) ? offer.since() : now);
  }

  void beat(Offer.Key key) {
    beat(List.of(key));
  }

  private void beat(List<Offer.Key> keys) {
    if (!keys.isEmpty()) {
      mail.sendAll(
          keys.stream()
              .map(key -> letter(key, new Message.Beat(key.step(), key.attempt())))
              .toList());
    }
  }
}
