package dev.pawl.engine.node;

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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Where those who work outside of nodes take work and hand it in. */
public final class Workers {

  private final Mail mail;
  private final Offers offers;
  private final Timeline time;

  Workers(Mail mail, Offers offers, Timeline time) {
    this.mail = mail;
    this.offers = offers;
    this.time = time;
  }

  /** The same for those who may see less than the engine. */
  public Workers seeing(Offers seen) {
    return new Workers(mail, seen, time);
  }

  /** Takes work that nobody has, the most urgent first. */
  public List<Offers.Taken> take(
      TenantId tenant, Collection<String> resources, int max, Offers.Taker taker) {
    List<Offers.Taken> taken = offers.take(tenant, resources, max, taker);
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
    List<Offer.Key> asked = new ArrayList<>();
    List<Mail.Outgoing> letters = new ArrayList<>();
    for (Offers.Kept open : held) {
      Outcome outcome = Objects.requireNonNull(outcomes.get(open.key()));
      if (open.byToken() && outcome instanceof Outcome.Succeeded) {
        offers.close(open.key());
        wanted.add(open.key());
      } else {
        asked.add(open.key());
        byte[] body = new Message.Tell(fact(open, outcome)).toBytes();
        letters.add(new Mail.Outgoing(open.key().execution(), body, Optional.empty()));
      }
    }
    List<Mail.Delivery> deliveries = mail.sendAll(letters);
    for (int i = 0; i < asked.size(); i++) {
      if (deliveries.get(i) == Mail.Delivery.ACCEPTED) {
        wanted.add(asked.get(i));
      }
    }
    return wanted;
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
      mail.sendAll(keys.stream().map(Workers::beatOf).toList());
    }
  }

  private static Mail.Outgoing beatOf(Offer.Key key) {
    byte[] beat = new Message.Beat(key.step(), key.attempt()).toBytes();
    return new Mail.Outgoing(key.execution(), beat, Optional.empty());
  }
}
