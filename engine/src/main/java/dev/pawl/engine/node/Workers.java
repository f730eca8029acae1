package dev.pawl.engine.node;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.run.Calls;
import dev.pawl.engine.run.StackTraces;
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

/** Where those who work outside of nodes take work and hand it in. */
public final class Workers {

  /** Below {@link Offers#ANSWER_TIME}, in which nobody else gets the offer. */
  private static final Duration LONGEST_WRITE = Duration.ofSeconds(10);

  private final Mail mail;
  private final Offers offers;
  private final RuntimeClock clock;
  private final Timeline time;
  private final Supplier<Here> here;

  /**
   * What a worker asks for.
   *
   * @param max how much at once
   */
  public record Request(
      TenantId tenant, Collection<String> resources, int max, Offers.Taker taker) {}

  Workers(Mail mail, Offers offers, RuntimeClock clock, Timeline time, Supplier<Here> here) {
    this.mail = mail;
    this.offers = offers;
    this.clock = clock;
    this.time = time;
    this.here = here;
  }

  /** The same for those who may see less than the engine. */
  public Workers seeing(Offers seen) {
    return new Workers(mail, seen, clock, time, here);
  }

  /** Takes work that nobody has, the most urgent first. */
  public List<Offers.Taken> take(Request request) {
    return take(request, Set.of());
  }

  /**
   * @param except executions whose work is left to others
   */
  List<Offers.Taken> take(Request request, Set<ExecutionId> except) {
    List<Offers.Taken> taken =
        offers.take(request.tenant(), request.resources(), request.max(), request.taker(), except);
    beat(
        taken.stream()
            .map(Offers.Taken::offer)
            .filter(offer -> offer.heartbeat().isPresent())
            .map(Offer::key)
            .toList());
    return taken;
  }

  /**
   * Says that work is under way; what is not among the answers is not wanted any more.
   *
   * @param signs with details of how far it is, as JSON text, for people
   */
  public Map<Offers.Hold, Offers.Kept> keep(Map<Offers.Hold, Optional<String>> signs) {
    Map<Offers.Hold, Offers.Sign> asked = new LinkedHashMap<>();
    signs.forEach((hold, details) -> asked.put(hold, new Offers.Sign(hold.key(), details)));
    Map<Offers.Hold, Offers.Kept> kept = byTaker(asked, offers::keep, Offers.Kept::key);
    beat(kept.values().stream().filter(Offers.Kept::beats).map(Offers.Kept::key).toList());
    return kept;
  }

  /** Leaves work to others; what is not among the answers was not its taker's any more. */
  public Set<Offers.Hold> giveBack(Collection<Offers.Hold> holds) {
    Map<Offers.Hold, Offer.Key> asked = new LinkedHashMap<>();
    holds.forEach(hold -> asked.put(hold, hold.key()));
    return byTaker(asked, offers::giveBack, Function.identity()).keySet();
  }

  /** Leaves all that a taker has to others; for one that never heard what it took. */
  public void giveBackAll(TenantId tenant, Offers.Taker taker) {
    offers.giveBackAll(tenant, taker);
  }

  /** What the store is asked about the work of one taker. */
  private interface Question<A, B> {
    List<B> ask(Collection<A> these, Offers.Taker taker);
  }

  private static <A, B> Map<Offers.Hold, B> byTaker(
      Map<Offers.Hold, A> asked, Question<A, B> question, Function<B, Offer.Key> key) {
    Map<Offers.Taker, List<A>> byTaker = new LinkedHashMap<>();
    asked.forEach(
        (hold, what) ->
            byTaker.computeIfAbsent(hold.taker(), taker -> new ArrayList<>()).add(what));
    Map<Offers.Hold, B> answers = new LinkedHashMap<>();
    byTaker.forEach(
        (taker, these) -> {
          for (B answer : question.ask(these, taker)) {
            answers.put(new Offers.Hold(key.apply(answer), taker), answer);
          }
        });
    return answers;
  }

  /** What came of work. */
  public sealed interface Outcome {

    record Succeeded(Json output) implements Outcome {}

    /**
     * @param stackTrace for the history; a long one is shortened
     */
    record Failed(Failure failure, Optional<String> stackTrace) implements Outcome {
      public Failed(Failure failure) {
        this(failure, Optional.empty());
      }
    }
  }

  /** Hands in what came of work; false if nobody wants it any more. */
  public boolean handIn(Offers.Hold hold, Outcome outcome) {
    return handIn(Map.of(hold, outcome)).contains(hold);
  }

  /**
   * Likewise for many; what is not among the answers nobody wants any more. Of two different
   * outcomes of the same work, at most one is accepted, whichever nodes they are handed in at.
   */
  public Set<Offers.Hold> handIn(Map<Offers.Hold, Outcome> outcomes) {
    outcomes.forEach((hold, outcome) -> check(hold.key(), outcome));
    return settle(accepted(outcomes), outcomes);
  }

  private Map<Offers.Hold, Offers.Kept> accepted(Map<Offers.Hold, Outcome> outcomes) {
    Map<Offers.Hold, Offers.Answer> answers = new LinkedHashMap<>();
    outcomes.forEach(
        (hold, outcome) ->
            answers.put(hold, new Offers.Answer(hold.key(), OutcomeDigest.of(outcome))));
    return byTaker(answers, offers::accept, Offers.Kept::key);
  }

  /** Which of these were wanted. */
  private Set<Offers.Hold> settle(
      Map<Offers.Hold, Offers.Kept> held, Map<Offers.Hold, Outcome> outcomes) {
    if (held.isEmpty()) {
      return Set.of();
    }
    Set<Offer.Key> wanted = new HashSet<>();
    Map<Offer.Key, Fact> facts = new LinkedHashMap<>();
    held.forEach(
        (hold, open) -> {
          Outcome outcome = Objects.requireNonNull(outcomes.get(hold));
          if (open.byToken() && outcome instanceof Outcome.Succeeded) {
            offers.close(hold.key());
            wanted.add(hold.key());
          } else {
            facts.put(hold.key(), fact(open, hold.taker(), outcome));
          }
        });
    Set<Offer.Key> left = handInHere(facts, wanted);
    if (!left.isEmpty()) {
      // Their commit is not known to be durable: if it is, or somebody else has the work by now,
      // the
      // offer is not this taker's any more.
      Map<Offers.Hold, Outcome> unsettled = new LinkedHashMap<>(outcomes);
      unsettled.keySet().removeIf(hold -> !left.contains(hold.key()));
      accepted(unsettled).keySet().forEach(hold -> left.remove(hold.key()));
      facts.keySet().removeAll(left);
    }
    wanted.addAll(delivered(facts));
    return held.keySet().stream()
        .filter(hold -> wanted.contains(hold.key()))
        .collect(Collectors.toSet());
  }

  /**
   * Hands in the outcomes of executions in this node's memory, and takes them out of the facts.
   *
   * @param wanted gets those that are durable
   * @return those of executions that left memory before the outcome was durable
   */
  private Set<Offer.Key> handInHere(Map<Offer.Key, Fact> facts, Set<Offer.Key> wanted) {
    Map<Offer.Key, CompletableFuture<Boolean>> receipts = new LinkedHashMap<>();
    facts.forEach(
        (key, fact) ->
            here.get().handIn(key, fact).ifPresent(receipt -> receipts.put(key, receipt)));
    Set<Offer.Key> left = new HashSet<>(receipts.keySet());
    settled(receipts)
        .forEach(
            (key, isWanted) -> {
              facts.remove(key);
              left.remove(key);
              if (isWanted) {
                wanted.add(key);
              }
            });
    return left;
  }

  /** What came of each, but for those of executions that left meanwhile. */
  private Map<Offer.Key, Boolean> settled(Map<Offer.Key, CompletableFuture<Boolean>> receipts) {
    Map<Offer.Key, Boolean> settled = new LinkedHashMap<>();
    receipts.forEach(
        (key, receipt) -> {
          try {
            settled.put(key, clock.get(receipt, LONGEST_WRITE));
          } catch (ExecutionException leftMeanwhile) {
            // Wherever it is now, a message reaches it.
          } catch (TimeoutException e) {
            throw new UnavailableException("the store takes too long; try again", e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted while waiting for the store", e);
          }
        });
    return settled;
  }

  /** Writes to the execution of each; those of executions that live. */
  private Set<Offer.Key> delivered(Map<Offer.Key, Fact> facts) {
    List<Offer.Key> keys = List.copyOf(facts.keySet());
    List<Mail.Delivery> deliveries =
        mail.sendAll(
            keys.stream()
                .map(key -> letter(key, new Message.Tell(Objects.requireNonNull(facts.get(key)))))
                .toList());
    Set<Offer.Key> reached = new HashSet<>();
    for (int i = 0; i < keys.size(); i++) {
      if (deliveries.get(i) == Mail.Delivery.ACCEPTED) {
        reached.add(keys.get(i));
      }
    }
    return reached;
  }

  private static Mail.Outgoing letter(Offer.Key to, Message message) {
    return new Mail.Outgoing(to.execution(), message.toBytes(), Optional.empty());
  }

  private static void check(Offer.Key work, Outcome outcome) {
    switch (outcome) {
      case Outcome.Succeeded done -> {
        if (!Calls.isReading(work.attempt())) {
          Control.checked(done.output(), "the output");
        }
      }
      case Outcome.Failed failed -> Control.checked(failed.failure(), failed.stackTrace());
    }
  }

  private Fact fact(Offers.Kept open, Offers.Taker taker, Outcome outcome) {
    Offer.Key key = open.key();
    return switch (outcome) {
      case Outcome.Succeeded done ->
          new Fact.TaskSucceeded(key.step(), key.attempt(), done.output(), timing(open));
      case Outcome.Failed failed ->
          new Fact.TaskFailed(
              key.step(),
              key.attempt(),
              failed.failure(),
              timing(open),
              new Fact.FailureDetails(
                  failed.stackTrace().map(StackTraces::shortened),
                  Optional.of(taker.knownAs()).filter(name -> !name.isEmpty())));
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
