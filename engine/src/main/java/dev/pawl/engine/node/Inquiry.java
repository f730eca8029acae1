package dev.pawl.engine.node;

import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.UnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Asks the store about work in somebody's hands. What was handed over a moment ago may be known to
 * the node of its execution alone: that one is asked to show it, and then the store again.
 */
final class Inquiry {

  private static final Duration LONGEST_WRITE = Duration.ofSeconds(30);

  /** How long another node may take to show work: it may have much to do, and the database too. */
  private static final Duration SHOWN_WITHIN = Duration.ofSeconds(3);

  private static final Duration NAP = Duration.ofMillis(10);
  private static final Duration LONGEST_NAP = Duration.ofMillis(100);

  private final Mail mail;
  private final Supplier<Here> here;

  Inquiry(Mail mail, Supplier<Here> here) {
    this.mail = mail;
    this.here = here;
  }

  /** What the store is asked about the work of one taker. */
  interface Question<A, B> {
    List<B> ask(Collection<A> these, Offers.Taker taker);
  }

  /**
   * @param asked what to ask about each piece of work
   * @param key what an answer is about
   * @param told the answers that there are, as they come; all that is open is waited for together
   */
  <A, B> void ask(
      Map<Offers.Hold, A> asked,
      Question<A, B> question,
      Function<B, Offer.Key> key,
      Consumer<Map<Offers.Hold, B>> told) {
    Map<Offers.Hold, A> open = new LinkedHashMap<>(asked);
    told.accept(answers(open, question, key));
    if (!open.isEmpty()) {
      Map<Offers.Hold, A> elsewhere = new LinkedHashMap<>(open);
      open.keySet().retainAll(shownHere(elsewhere.keySet()));
      told.accept(answers(open, question, key));
      // What parked meanwhile is in the store by now.
      told.accept(answers(elsewhere, question, key));
      if (here.get().isAlone() || elsewhere.isEmpty()) {
        return;
      }
      Set<Offer.Key> living = asksElsewhere(keys(elsewhere.keySet()));
      elsewhere.keySet().removeIf(hold -> !living.contains(hold.key()));
      long end = System.nanoTime() + SHOWN_WITHIN.toNanos();
      Duration nap = NAP;
      while (!elsewhere.isEmpty() && System.nanoTime() < end && sleeps(nap)) {
        told.accept(answers(elsewhere, question, key));
        nap = nap.multipliedBy(2).compareTo(LONGEST_NAP) < 0 ? nap.multipliedBy(2) : LONGEST_NAP;
      }
    }
  }

  /** What is known by now; it is not open any more. */
  private static <A, B> Map<Offers.Hold, B> answers(
      Map<Offers.Hold, A> open, Question<A, B> question, Function<B, Offer.Key> key) {
    Map<Offers.Hold, B> answers = new LinkedHashMap<>();
    Map<Offers.Taker, List<A>> byTaker = new LinkedHashMap<>();
    open.forEach(
        (hold, what) ->
            byTaker.computeIfAbsent(hold.taker(), taker -> new ArrayList<>()).add(what));
    byTaker.forEach(
        (taker, these) -> {
          for (B answer : question.ask(these, taker)) {
            Offers.Hold hold = new Offers.Hold(key.apply(answer), taker);
            answers.put(hold, answer);
            open.remove(hold);
          }
        });
    return answers;
  }

  private static Set<Offer.Key> keys(Collection<Offers.Hold> holds) {
    return holds.stream().map(Offers.Hold::key).collect(Collectors.toSet());
  }

  /** What is shown here by now; what is here or unwanted is taken out of the rest. */
  private Set<Offers.Hold> shownHere(Set<Offers.Hold> rest) {
    Map<Offer.Key, CompletableFuture<Boolean>> receipts = new LinkedHashMap<>();
    keys(rest).forEach(key -> here.get().show(key).ifPresent(shown -> receipts.put(key, shown)));
    Map<Offer.Key, Boolean> settled = settled(receipts);
    Set<Offers.Hold> shown =
        rest.stream()
            .filter(hold -> settled.getOrDefault(hold.key(), false))
            .collect(Collectors.toSet());
    rest.removeIf(hold -> settled.containsKey(hold.key()));
    return shown;
  }

  /** What came of each, but for those of executions that left meanwhile. */
  static Map<Offer.Key, Boolean> settled(Map<Offer.Key, CompletableFuture<Boolean>> receipts) {
    Map<Offer.Key, Boolean> settled = new LinkedHashMap<>();
    receipts.forEach(
        (key, receipt) -> {
          try {
            settled.put(key, receipt.get(LONGEST_WRITE.toSeconds(), TimeUnit.SECONDS));
          } catch (ExecutionException leftMeanwhile) {
            // Wherever it is now, a letter reaches it.
          } catch (TimeoutException e) {
            throw new UnavailableException("the store takes too long; try again", e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted while waiting for the store", e);
          }
        });
    return settled;
  }

  /** Those of executions that live. */
  private Set<Offer.Key> asksElsewhere(Set<Offer.Key> keys) {
    return delivered(mail, keys, key -> new Message.Show(key.step(), key.attempt()));
  }

  /** Writes to the execution of each; those of executions that live. */
  static Set<Offer.Key> delivered(
      Mail mail, Set<Offer.Key> keys, Function<Offer.Key, Message> message) {
    List<Offer.Key> asked = List.copyOf(keys);
    List<Mail.Delivery> deliveries =
        mail.sendAll(asked.stream().map(key -> letter(key, message.apply(key))).toList());
    Set<Offer.Key> reached = new HashSet<>();
    for (int i = 0; i < asked.size(); i++) {
      if (deliveries.get(i) == Mail.Delivery.ACCEPTED) {
        reached.add(asked.get(i));
      }
    }
    return reached;
  }

  static Mail.Outgoing letter(Offer.Key to, Message message) {
    return new Mail.Outgoing(to.execution(), message.toBytes(), Optional.empty());
  }

  private static boolean sleeps(Duration nap) {
    try {
      Thread.sleep(nap);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
