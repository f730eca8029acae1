package dev.pawl.engine.node;

import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.UnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Asks the store about work in somebody's hands. What was handed over a moment ago may be known to
 * the node of its execution alone: that one is asked to show it, and then the store again.
 */
final class Inquiry {

  private static final Duration LONGEST_WRITE = Duration.ofSeconds(30);
  private static final Duration SHOWN_WITHIN = Duration.ofMillis(500);
  private static final Duration NAP = Duration.ofMillis(10);

  private final Mail mail;
  private final Here here;

  Inquiry(Mail mail, Here here) {
    this.mail = mail;
    this.here = here;
  }

  /**
   * @param asked what the store is asked about each piece of work
   * @param key what an answer is about
   */
  <A, B> List<B> ask(
      Map<Offer.Key, A> asked, Function<Collection<A>, List<B>> store, Function<B, Offer.Key> key) {
    Map<Offer.Key, A> open = new LinkedHashMap<>(asked);
    List<B> answers = new ArrayList<>();
    answer(open, store, key, answers);
    if (!open.isEmpty()) {
      Map<Offer.Key, A> elsewhere = new LinkedHashMap<>(open);
      open.keySet().retainAll(shownHere(elsewhere));
      answer(open, store, key, answers);
      if (here.isAlone() || elsewhere.isEmpty()) {
        return answers;
      }
      elsewhere.keySet().retainAll(asksElsewhere(elsewhere.keySet()));
      long end = System.nanoTime() + SHOWN_WITHIN.toNanos();
      while (!elsewhere.isEmpty() && System.nanoTime() < end && naps()) {
        answer(elsewhere, store, key, answers);
      }
    }
    return answers;
  }

  private static <A, B> void answer(
      Map<Offer.Key, A> open,
      Function<Collection<A>, List<B>> store,
      Function<B, Offer.Key> key,
      List<B> answers) {
    for (B answer : open.isEmpty() ? List.<B>of() : store.apply(List.copyOf(open.values()))) {
      answers.add(answer);
      open.remove(key.apply(answer));
    }
  }

  /** What is shown here by now; what is here or unwanted is taken out of the rest. */
  private List<Offer.Key> shownHere(Map<Offer.Key, ?> rest) {
    Map<Offer.Key, CompletableFuture<Boolean>> receipts = new HashMap<>();
    rest.keySet().forEach(key -> here.show(key).ifPresent(shown -> receipts.put(key, shown)));
    List<Offer.Key> shown = new ArrayList<>();
    settled(receipts)
        .forEach(
            (key, isWanted) -> {
              rest.remove(key);
              if (isWanted) {
                shown.add(key);
              }
            });
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
  private List<Offer.Key> asksElsewhere(Collection<Offer.Key> keys) {
    List<Offer.Key> asked = List.copyOf(keys);
    List<Mail.Delivery> deliveries =
        mail.sendAll(
            asked.stream()
                .map(key -> letter(key, new Message.Show(key.step(), key.attempt())))
                .toList());
    List<Offer.Key> reached = new ArrayList<>();
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

  private static boolean naps() {
    try {
      Thread.sleep(NAP);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
