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
import dev.pawl.sdk.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Where those who work outside of nodes take work and hand it in. */
public final class Workers {

  private final Mail mail;
  private final Offers offers;
  private final Timeline time;
  private final Supplier<Here> here;
  private final Shelf shelf;
  private final Inquiry inquiry;

  /**
   * What a worker asks for.
   *
   * @param max how much at once
   */
  public record Request(
      TenantId tenant, Collection<String> resources, int max, Offers.Taker taker) {

    private Request besides(List<Offers.Taken> taken) {
      return new Request(tenant, resources, max - taken.size(), taker);
    }
  }

  Workers(Mail mail, Offers offers, Timeline time, Supplier<Here> here, Shelf shelf) {
    this.mail = mail;
    this.offers = offers;
    this.time = time;
    this.here = here;
    this.shelf = shelf;
    this.inquiry = new Inquiry(mail, here);
  }

  /** The same for those who may see less than the engine. */
  public Workers seeing(Offers seen) {
    return new Workers(mail, seen, time, here, shelf);
  }

  /** Takes work that nobody has: from the shelf, and from the store often enough. */
  public List<Offers.Taken> take(Request request) {
    List<Offers.Taken> taken = new ArrayList<>();
    boolean isTimeToGlance = shelf.isTimeToGlance(request);
    try {
      if (isTimeToGlance) {
        taken.addAll(glance(request));
      }
      if (taken.size() < request.max()) {
        taken.addAll(shelf.take(request.besides(taken)));
      }
      return taken.isEmpty() && !isTimeToGlance ? glance(request) : taken;
    } finally {
      shelf.callNext(request);
    }
  }

  private List<Offers.Taken> glance(Request request) {
    List<Offers.Taken> taken = take(request, Set.of());
    if (taken.size() < request.max()) {
      shelf.glanced(request);
    }
    return taken;
  }

  /** Takes what is offered in the store, the most urgent first. */
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
    Map<Offers.Hold, Offers.Kept> kept = new LinkedHashMap<>();
    inquiry.ask(asked, offers::keep, Offers.Kept::key, kept::putAll);
    beat(kept.values().stream().filter(Offers.Kept::beats).map(Offers.Kept::key).toList());
    return kept;
  }

  /** Leaves work to others; what is not among the answers was not its taker's any more. */
  public Set<Offers.Hold> giveBack(Collection<Offers.Hold> holds) {
    Map<Offers.Hold, Offer.Key> given = new LinkedHashMap<>();
    inquiry.ask(keys(holds), offers::giveBack, Function.identity(), given::putAll);
    return given.keySet();
  }

  /** Leaves all that a taker has to others; for one that never heard what it took. */
  public void giveBackAll(TenantId tenant, Offers.Taker taker) {
    offers.giveBackAll(tenant, taker);
  }

  /** What came of work. */
  public sealed interface Outcome {

    record Succeeded(Json output) implements Outcome {}

    record Failed(Failure failure) implements Outcome {}
  }

  /** Hands in what came of work; false if nobody wants it any more. */
  public boolean handIn(Offers.Hold hold, Outcome outcome) {
    return handIn(Map.of(hold, outcome)).contains(hold);
  }

  /** Likewise for many; what is not among the answers nobody wants any more. */
  public Set<Offers.Hold> handIn(Map<Offers.Hold, Outcome> outcomes) {
    outcomes.forEach((hold, outcome) -> check(hold.key(), outcome));
    Map<Offers.Hold, Offers.Kept> held = new LinkedHashMap<>();
    outcomes
        .keySet()
        .forEach(hold -> here.get().held(hold).ifPresent(kept -> held.put(hold, kept)));
    Set<Offers.Hold> wanted = new HashSet<>(settle(held, outcomes));
    Set<Offers.Hold> rest = new LinkedHashSet<>(outcomes.keySet());
    rest.removeAll(held.keySet());
    // What is known does not wait for what may be stale.
    inquiry.ask(
        keys(rest),
        offers::held,
        Offers.Kept::key,
        found -> wanted.addAll(settle(found, outcomes)));
    return wanted;
  }

  /** Which of these were wanted. */
  private Set<Offers.Hold> settle(
      Map<Offers.Hold, Offers.Kept> held, Map<Offers.Hold, Outcome> outcomes) {
    if (held.isEmpty()) {
      return Set.of();
    }
    keepUntilRead(held);
    Set<Offer.Key> wanted = new HashSet<>();
    Map<Offer.Key, Fact> facts = new LinkedHashMap<>();
    held.forEach(
        (hold, open) -> {
          Outcome outcome = Objects.requireNonNull(outcomes.get(hold));
          if (open.byToken() && outcome instanceof Outcome.Succeeded) {
            offers.close(hold.key());
            wanted.add(hold.key());
          } else {
            facts.put(hold.key(), fact(open, outcome));
          }
        });
    wanted.addAll(handInHere(facts));
    wanted.addAll(
        Inquiry.delivered(
            mail, facts.keySet(), key -> new Message.Tell(Objects.requireNonNull(facts.get(key)))));
    return held.keySet().stream()
        .filter(hold -> wanted.contains(hold.key()))
        .collect(Collectors.toSet());
  }

  private static Map<Offers.Hold, Offer.Key> keys(Collection<Offers.Hold> holds) {
    Map<Offers.Hold, Offer.Key> keys = new LinkedHashMap<>();
    holds.forEach(hold -> keys.put(hold, hold.key()));
    return keys;
  }

  /** Tells those that are here, and takes out of the facts what is settled thereby. */
  private Set<Offer.Key> handInHere(Map<Offer.Key, Fact> facts) {
    Map<Offer.Key, CompletableFuture<Boolean>> receipts = new LinkedHashMap<>();
    facts.forEach(
        (key, fact) ->
            here.get().handIn(key, fact).ifPresent(receipt -> receipts.put(key, receipt)));
    Set<Offer.Key> wanted = new HashSet<>();
    // Those of executions that left meanwhile get a letter: a second outcome would have no effect.
    Inquiry.settled(receipts)
        .forEach(
            (key, isWanted) -> {
              facts.remove(key);
              if (isWanted) {
                wanted.add(key);
              }
            });
    return wanted;
  }

  /** Nobody else is to begin while an outcome is on its way. */
  private void keepUntilRead(Map<Offers.Hold, Offers.Kept> held) {
    Map<Offers.Taker, List<Offers.Sign>> late = new LinkedHashMap<>();
    held.forEach(
        (hold, open) -> {
          if (open.until().isBefore(time.now().plus(hold.taker().time().dividedBy(2)))) {
            late.computeIfAbsent(hold.taker(), taker -> new ArrayList<>())
                .add(new Offers.Sign(hold.key(), Optional.empty()));
          }
        });
    late.forEach((taker, signs) -> offers.keep(signs, taker));
  }

  private static void check(Offer.Key work, Outcome outcome) {
    switch (outcome) {
      case Outcome.Succeeded done -> {
        if (!Calls.isReading(work.attempt())) {
          Control.checked(done.output(), "the output");
        }
      }
      case Outcome.Failed failed -> Control.checked(failed.failure());
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

  /** As {@link Shelf#linger}. */
  public void linger(Request request) throws InterruptedException {
    shelf.linger(request);
  }

  /** Waits until there may be something to take. */
  public void await(Offers.Ear ear, Request request, Duration atMost) throws InterruptedException {
    shelf.await(ear, request, atMost);
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
              .map(key -> Inquiry.letter(key, new Message.Beat(key.step(), key.attempt())))
              .toList());
    }
  }
}
