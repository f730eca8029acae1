package dev.pawl.testkit.store.contract;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Failure;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Card.Tags;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Commit.Outgoing;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.TestRun;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.sdk.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;

/** Makes executions and commits that mean nothing, each execution a millisecond after the last. */
final class Drafts {

  static final String FLOW = "order";
  static final StepId STEP = new StepId(FrameId.ROOT, 1);
  static final StepId OTHER_STEP = new StepId(FrameId.ROOT, 2);
  static final TenantId OURS = TenantId.DEFAULT;
  static final TenantId THEIRS = new TenantId(2);

  static final Fate ON = Fate.GoesOn.GOES_ON;
  static final Fate BACK = Fate.HandedBack.HANDED_BACK;
  static final Fate.Parks UNTIL_A_LETTER = parks(Optional.empty(), "event");

  private final Random random = new Random();
  private Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS).minusSeconds(5);

  Card card() {
    return card(OURS, FLOW);
  }

  Card card(TenantId tenant, String flow) {
    return card(tenant, flow, Tags.NONE);
  }

  Card card(Priority priority) {
    return card(
        OURS,
        FLOW,
        new Tags(priority, Optional.empty(), Map.of(), Optional.empty(), Optional.empty()));
  }

  Card card(TenantId tenant, String flow, Tags tags) {
    return new Card(
        new ExecutionKey(tenant, id()),
        new VersionKey(tenant, flow, 1),
        Optional.empty(),
        Optional.empty(),
        0,
        tags);
  }

  Card keyed(TenantId tenant, String flow, String idempotencyKey) {
    return card(
        tenant,
        flow,
        new Tags(
            Priority.NORMAL,
            Optional.empty(),
            Map.of(),
            Optional.of(idempotencyKey),
            Optional.empty()));
  }

  /** One whose origin is known. */
  Card asked(String idempotencyKey, String by, String request) {
    return card(
        OURS,
        FLOW,
        new Tags(
            Priority.NORMAL,
            Optional.empty(),
            Map.of(),
            Optional.of(idempotencyKey),
            Optional.empty(),
            new Card.Origin(Optional.of(by), Optional.of(request))));
  }

  /** A plain one that somebody asked for. */
  Card askedBy(String name) {
    Tags none = Tags.NONE;
    return card(
        OURS,
        FLOW,
        new Tags(
            none.priority(),
            none.businessKey(),
            none.labels(),
            none.idempotencyKey(),
            none.retriedFrom(),
            new Card.Origin(Optional.of(name), Optional.empty())));
  }

  /** A test that pretends something. */
  Card test() {
    Tags none = Tags.NONE;
    TestRun pretends =
        new TestRun(
            Map.of(
                "Ask",
                List.of(
                    new Outcome.Failed(Failure.of("Busy", "\"so\"")),
                    new Outcome.Succeeded(Json.of("\u0000")))));
    return card(
        OURS,
        FLOW,
        new Tags(
            none.priority(),
            none.businessKey(),
            none.labels(),
            none.idempotencyKey(),
            none.retriedFrom(),
            new Card.Origin(Optional.empty(), Optional.empty(), Optional.of(pretends.toString()))));
  }

  Card childOf(Card parent, StepId step, int number) {
    return new Card(
        new ExecutionKey(parent.key().tenant(), id()),
        parent.version(),
        Optional.of("Items"),
        Optional.of(new Card.Parent(parent.id(), step, number, Card.Reply.ITEM)),
        parent.depth() + 1,
        Tags.NONE);
  }

  /** One that a Task of another execution waits for. */
  Card calledBy(Card parent, String flow, Card.Reply reply) {
    TenantId tenant = parent.key().tenant();
    return new Card(
        new ExecutionKey(tenant, id()),
        new VersionKey(tenant, flow, 1),
        Optional.empty(),
        Optional.of(new Card.Parent(parent.id(), STEP, 1, reply)),
        parent.depth() + 1,
        Tags.NONE);
  }

  List<Card> cards(int count) {
    return IntStream.range(0, count).mapToObj(number -> card()).toList();
  }

  ExecutionId id() {
    now = now.plusMillis(1);
    return id(now);
  }

  ExecutionId id(Instant time) {
    long upper = time.toEpochMilli() << 16 | 0x7000;
    long lower = 0x8000_0000_0000_0000L | random.nextLong() >>> 2;
    return new ExecutionId(new UUID(upper, lower));
  }

  static Instant began(Card card) {
    return Instant.ofEpochMilli(card.id().value().getMostSignificantBits() >>> 16);
  }

  static Commit birth(Card card) {
    return birth(card, ON);
  }

  static Commit birth(Card card, Fate fate) {
    return new Commit(card, true, List.of(fact(card, 1)), 0, Outgoing.NOTHING, fate);
  }

  static Commit[] births(List<Card> cards, Fate fate) {
    return cards.stream().map(card -> birth(card, fate)).toArray(Commit[]::new);
  }

  static Commit next(Card card, long seq, Fate fate) {
    return next(card, seq, 0, fate);
  }

  static Commit next(Card card, long seq, int read, Fate fate) {
    return new Commit(
        card, false, List.of(fact(card, seq)), read, Outgoing.NOTHING, knowing(read, fate));
  }

  /** A commit without facts. */
  static Commit fateOnly(Card card, int read, Fate fate) {
    return new Commit(card, false, List.of(), read, Outgoing.NOTHING, knowing(read, fate));
  }

  /** One who parks knows at least the letters it has read. */
  static Fate knowing(int letters, Fate fate) {
    return fate instanceof Fate.Parks parks && parks.letters() < letters
        ? new Fate.Parks(letters, parks.wakeAt(), parks.waitsFor(), parks.awaited())
        : fate;
  }

  static Commit with(Commit commit, Outgoing outgoing) {
    return new Commit(
        commit.card(), commit.birth(), commit.facts(), commit.read(), outgoing, commit.fate());
  }

  static Outgoing letters(Commit.Sent... letters) {
    return new Outgoing(List.of(), List.of(letters), List.of());
  }

  static Outgoing children(Commit.Newborn... children) {
    return new Outgoing(List.of(children), List.of(), List.of());
  }

  static Outgoing abandons(StepId step, String letter) {
    return new Outgoing(List.of(), List.of(), List.of(new Commit.Abandoned(step, bytes(letter))));
  }

  static Outgoing offering(Offer... offers) {
    return new Outgoing(
        List.of(), List.of(), List.of(), new Commit.Offering(List.of(offers), List.of()));
  }

  static Outgoing withdrawing(Offer... offers) {
    return new Outgoing(
        List.of(),
        List.of(),
        List.of(),
        new Commit.Offering(List.of(), Arrays.stream(offers).map(Offer::key).toList()));
  }

  static Offer offer(Card card, int attempt, String resource) {
    return new Offer(
        new Offer.Key(card.key(), STEP, attempt),
        resource,
        card.tags().priority(),
        card.version().flow(),
        bytes("{\"attempt\":" + attempt + "}"),
        Optional.of(began(card).plus(Duration.ofHours(1))),
        Optional.of(Duration.ofSeconds(9)),
        Optional.empty());
  }

  static Commit.Sent letter(Card to, String body) {
    return new Commit.Sent(to.key(), bytes(body));
  }

  static Commit.Newborn newborn(Card child, boolean owned) {
    return new Commit.Newborn(child, fact(child, 1), owned);
  }

  static Entry fact(Card card, long seq) {
    return new Entry(seq, began(card).plusMillis(seq).plusNanos(7_000), bytes("fact " + seq));
  }

  static Fate.Parks parks(Optional<Instant> wakeAt, String... kinds) {
    return new Fate.Parks(
        0, wakeAt, new Fate.WaitsFor(Arrays.asList(kinds), false, Optional.empty()), List.of());
  }

  static Fate.Parks sleeps(Instant wakeAt) {
    return parks(Optional.of(wakeAt), "timer");
  }

  static Fate.Parks paused(Optional<String> incident) {
    return new Fate.Parks(
        0, Optional.empty(), new Fate.WaitsFor(List.of(), true, incident), List.of());
  }

  static Fate.Parks awaits(Awaited... calls) {
    return new Fate.Parks(
        0,
        Optional.empty(),
        new Fate.WaitsFor(List.of("callback"), false, Optional.empty()),
        List.of(calls));
  }

  static Awaited call(Card card, int attempt) {
    Instant began = began(card);
    return new Awaited(
        STEP,
        attempt,
        attempt % 2 == 0,
        Optional.of(began.plus(Duration.ofHours(1))),
        Optional.of(began.plus(Duration.ofMinutes(1))));
  }

  static Fate.Ended succeeds(Card card) {
    return ends(card, Status.SUCCEEDED, Optional.empty());
  }

  static Fate.Ended ends(Card card, Status status, Optional<Failure> failure) {
    return new Fate.Ended(status, began(card), began(card).plusSeconds(1), failure);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
