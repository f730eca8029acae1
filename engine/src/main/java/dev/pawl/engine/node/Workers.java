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
import java.util.Collection;
import java.util.List;
import java.util.Optional;

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
    for (Offers.Taken one : taken) {
      if (one.offer().heartbeat().isPresent()) {
        beat(one.offer().key());
      }
    }
    return taken;
  }

  /** Says that work is under way; what is not among the answers is not wanted any more. */
  public List<Offers.Kept> keep(Collection<Offers.Sign> signs, Offers.Taker taker) {
    List<Offers.Kept> kept = offers.keep(signs, taker);
    for (Offers.Kept one : kept) {
      if (one.beats()) {
        beat(one.key());
      }
    }
    return kept;
  }

  public void giveBack(Offer.Key key, Offers.Taker taker) {
    offers.giveBack(key, taker);
  }

  /** Hands in a result; false if nobody wants it any more. */
  public boolean succeed(Offer.Key key, Offers.Taker taker, Json output) {
    Json result = Control.checked(output);
    Optional<Offers.Kept> open = held(key, taker);
    if (open.isPresent() && open.get().byToken()) {
      offers.close(key);
      return true;
    }
    return open.isPresent()
        && tell(key, new Fact.TaskSucceeded(key.step(), key.attempt(), result, timing(open.get())));
  }

  /** Hands in a failure; false if nobody wants to know any more. */
  public boolean fail(Offer.Key key, Offers.Taker taker, Failure failure) {
    Optional<Offers.Kept> open = held(key, taker);
    return open.isPresent()
        && tell(key, new Fact.TaskFailed(key.step(), key.attempt(), failure, timing(open.get())));
  }

  private Optional<Offers.Kept> held(Offer.Key key, Offers.Taker taker) {
    return offers.keep(List.of(new Offers.Sign(key, Optional.empty())), taker).stream().findFirst();
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
    byte[] beat = new Message.Beat(key.step(), key.attempt()).toBytes();
    mail.send(key.execution(), beat, Optional.empty());
  }

  private boolean tell(Offer.Key key, Fact fact) {
    byte[] letter = new Message.Tell(fact).toBytes();
    return mail.send(key.execution(), letter, Optional.empty()) == Mail.Delivery.ACCEPTED;
  }
}
