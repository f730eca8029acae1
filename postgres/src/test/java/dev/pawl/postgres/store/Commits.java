package dev.pawl.postgres.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Commits that mean nothing. */
final class Commits {

  static final TenantId OURS = TenantId.DEFAULT;
  static final Fate ON = Fate.GoesOn.GOES_ON;
  static final Fate BACK = Fate.HandedBack.HANDED_BACK;

  private Commits() {}

  static Card card() {
    return card(OURS, Card.Tags.NONE);
  }

  static Card card(TenantId tenant, Card.Tags tags) {
    return new Card(
        new ExecutionKey(tenant, id()),
        new VersionKey(tenant, "order", 1),
        Optional.empty(),
        Optional.empty(),
        0,
        tags);
  }

  static Card withBusinessKey(String key) {
    return card(OURS, tags(Priority.NORMAL, Optional.of(key), Optional.empty()));
  }

  static Card keyed(String key) {
    return card(OURS, tags(Priority.NORMAL, Optional.empty(), Optional.of(key)));
  }

  static Card urgent(TenantId tenant, Priority priority) {
    return card(tenant, tags(priority, Optional.empty(), Optional.empty()));
  }

  private static Card.Tags tags(
      Priority priority, Optional<String> businessKey, Optional<String> idempotencyKey) {
    return new Card.Tags(priority, businessKey, Map.of(), idempotencyKey, Optional.empty());
  }

  static List<Card> cards(int count) {
    return IntStream.range(0, count).mapToObj(number -> card()).toList();
  }

  private static ExecutionId id() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long upper = System.currentTimeMillis() << 16 | 0x7000 | random.nextInt(0x1000);
    return new ExecutionId(new UUID(upper, 0x8000_0000_0000_0000L | random.nextLong() >>> 2));
  }

  static Commit birth(Card card) {
    return birth(card, ON);
  }

  static Commit birth(Card card, Fate fate) {
    return new Commit(card, true, List.of(fact(1)), 0, Commit.Outgoing.NOTHING, fate);
  }

  static List<Commit> births(List<Card> cards, Fate fate) {
    return cards.stream().map(card -> birth(card, fate)).toList();
  }

  static Commit next(Card card, long seq, Fate fate) {
    return next(card, seq, 0, fate);
  }

  static Commit next(Card card, long seq, int read, Fate fate) {
    return new Commit(card, false, List.of(fact(seq)), read, Commit.Outgoing.NOTHING, fate);
  }

  static Commit writes(Commit commit, Card... to) {
    List<Commit.Sent> letters =
        Arrays.stream(to).map(card -> new Commit.Sent(card.key(), bytes("hello"))).toList();
    return new Commit(
        commit.card(),
        commit.birth(),
        commit.facts(),
        commit.read(),
        new Commit.Outgoing(List.of(), letters, List.of()),
        commit.fate());
  }

  static Entry fact(long seq) {
    return new Entry(seq, Instant.now().truncatedTo(ChronoUnit.MICROS), bytes("fact " + seq));
  }

  static Fate.Parks asleep(int letters) {
    return new Fate.Parks(
        letters,
        Optional.empty(),
        new Fate.WaitsFor(List.of("event"), false, Optional.empty()),
        List.of());
  }

  static Fate.Ended ended() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    return new Fate.Ended(Status.SUCCEEDED, now, now, Optional.empty());
  }

  static List<ExecutionKey> keys(List<Claimed> claimed) {
    return claimed.stream().map(one -> one.card().key()).toList();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
