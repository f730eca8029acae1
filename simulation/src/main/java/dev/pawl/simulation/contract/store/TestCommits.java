package dev.pawl.simulation.contract.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Failure;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Commit.Outgoing;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.Disposition.Continue;
import dev.pawl.engine.store.Disposition.Release;
import dev.pawl.engine.store.ExecutionInfo;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.JournalEntry;
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

/** Builds arbitrary executions and commits; start times are a millisecond apart. */
final class TestCommits {

  static final String FLOW = "order";
  static final StepId STEP = new StepId(FrameId.ROOT, 1);
  static final StepId OTHER_STEP = new StepId(FrameId.ROOT, 2);
  static final TenantId OURS = TenantId.DEFAULT;
  static final TenantId THEIRS = new TenantId(2);

  static final Disposition ON = Continue.CONTINUE;
  static final Disposition BACK = Release.RELEASE;
  static final Disposition.Park UNTIL_A_MESSAGE = parks(Optional.empty(), "event");

  private final Random random = new Random();
  private Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS).minusSeconds(5);

  ExecutionInfo info() {
    return info(OURS, FLOW);
  }

  ExecutionInfo info(TenantId tenant, String flow) {
    return info(tenant, flow, ExecutionInfo.StartAttributes.NONE);
  }

  ExecutionInfo info(Priority priority) {
    return info(
        OURS,
        FLOW,
        new ExecutionInfo.StartAttributes(
            priority, Optional.empty(), Map.of(), Optional.empty(), Optional.empty()));
  }

  ExecutionInfo info(TenantId tenant, String flow, ExecutionInfo.StartAttributes tags) {
    return new ExecutionInfo(
        new ExecutionKey(tenant, id()),
        new VersionKey(tenant, flow, 1),
        Optional.empty(),
        Optional.empty(),
        0,
        tags);
  }

  ExecutionInfo keyed(TenantId tenant, String flow, String idempotencyKey) {
    return info(
        tenant,
        flow,
        new ExecutionInfo.StartAttributes(
            Priority.NORMAL,
            Optional.empty(),
            Map.of(),
            Optional.of(idempotencyKey),
            Optional.empty()));
  }

  /** Returns an execution with provenance. */
  ExecutionInfo asked(String idempotencyKey, String by, String request) {
    return info(
        OURS,
        FLOW,
        new ExecutionInfo.StartAttributes(
            Priority.NORMAL,
            Optional.empty(),
            Map.of(),
            Optional.of(idempotencyKey),
            Optional.empty(),
            new ExecutionInfo.Provenance(Optional.of(by), Optional.of(request))));
  }

  /** Returns an execution that was started by the named caller. */
  ExecutionInfo askedBy(String name) {
    ExecutionInfo.StartAttributes none = ExecutionInfo.StartAttributes.NONE;
    return info(
        OURS,
        FLOW,
        new ExecutionInfo.StartAttributes(
            none.priority(),
            none.businessKey(),
            none.labels(),
            none.idempotencyKey(),
            none.retriedFrom(),
            new ExecutionInfo.Provenance(Optional.of(name), Optional.empty())));
  }

  /** Returns a test execution. */
  ExecutionInfo test() {
    ExecutionInfo.StartAttributes none = ExecutionInfo.StartAttributes.NONE;
    TestRun pretends =
        new TestRun(
            Map.of(
                "Ask",
                List.of(
                    new Outcome.Failed(Failure.of("Busy", "\"so\"")),
                    new Outcome.Succeeded(Json.of("\u0000")))));
    return info(
        OURS,
        FLOW,
        new ExecutionInfo.StartAttributes(
            none.priority(),
            none.businessKey(),
            none.labels(),
            none.idempotencyKey(),
            none.retriedFrom(),
            new ExecutionInfo.Provenance(
                Optional.empty(), Optional.empty(), Optional.of(pretends.toString()))));
  }

  ExecutionInfo childOf(ExecutionInfo parent, StepId step, int number) {
    return new ExecutionInfo(
        new ExecutionKey(parent.key().tenant(), id()),
        parent.version(),
        Optional.of("Items"),
        Optional.of(new ExecutionInfo.Parent(parent.id(), step, number, ExecutionInfo.Reply.ITEM)),
        parent.depth() + 1,
        ExecutionInfo.StartAttributes.NONE);
  }

  /** Returns a child that a Task of another execution waits for. */
  ExecutionInfo calledBy(ExecutionInfo parent, String flow, ExecutionInfo.Reply reply) {
    TenantId tenant = parent.key().tenant();
    return new ExecutionInfo(
        new ExecutionKey(tenant, id()),
        new VersionKey(tenant, flow, 1),
        Optional.empty(),
        Optional.of(new ExecutionInfo.Parent(parent.id(), STEP, 1, reply)),
        parent.depth() + 1,
        ExecutionInfo.StartAttributes.NONE);
  }

  List<ExecutionInfo> infos(int count) {
    return IntStream.range(0, count).mapToObj(number -> info()).toList();
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

  static Instant began(ExecutionInfo info) {
    return Instant.ofEpochMilli(info.id().value().getMostSignificantBits() >>> 16);
  }

  static Commit birth(ExecutionInfo info) {
    return birth(info, ON);
  }

  static Commit birth(ExecutionInfo info, Disposition disposition) {
    return new Commit(info, true, List.of(fact(info, 1)), 0, Outgoing.NOTHING, disposition);
  }

  static Commit[] births(List<ExecutionInfo> infos, Disposition disposition) {
    return infos.stream().map(info -> birth(info, disposition)).toArray(Commit[]::new);
  }

  static Commit next(ExecutionInfo info, long seq, Disposition disposition) {
    return next(info, seq, 0, disposition);
  }

  static Commit next(ExecutionInfo info, long seq, int read, Disposition disposition) {
    return new Commit(
        info, false, List.of(fact(info, seq)), read, Outgoing.NOTHING, knowing(read, disposition));
  }

  /** Returns a commit without facts. */
  static Commit dispositionOnly(ExecutionInfo info, int read, Disposition disposition) {
    return new Commit(info, false, List.of(), read, Outgoing.NOTHING, knowing(read, disposition));
  }

  /**
   * Returns a park whose number of known messages is at least the number read; other dispositions
   * unchanged.
   */
  static Disposition knowing(int messages, Disposition disposition) {
    return disposition instanceof Disposition.Park parks && parks.messages() < messages
        ? new Disposition.Park(messages, parks.wakeAt(), parks.waitsFor(), parks.awaited())
        : disposition;
  }

  static Commit with(Commit commit, Outgoing outgoing) {
    return new Commit(
        commit.info(),
        commit.isNew(),
        commit.facts(),
        commit.read(),
        outgoing,
        commit.disposition());
  }

  static Outgoing messages(Commit.SentMessage... messages) {
    return new Outgoing(List.of(), List.of(messages), List.of());
  }

  static Outgoing children(Commit.ChildStart... children) {
    return new Outgoing(List.of(children), List.of(), List.of());
  }

  static Outgoing abandons(StepId step, String message) {
    return new Outgoing(List.of(), List.of(), List.of(new Commit.Abandoned(step, bytes(message))));
  }

  static Outgoing offering(Offer... offers) {
    return new Outgoing(
        List.of(), List.of(), List.of(), new Commit.NewOffer(List.of(offers), List.of()));
  }

  static Outgoing withdrawing(Offer... offers) {
    return new Outgoing(
        List.of(),
        List.of(),
        List.of(),
        new Commit.NewOffer(List.of(), Arrays.stream(offers).map(Offer::key).toList()));
  }

  static Offer offer(ExecutionInfo info, int attempt, String resource) {
    return new Offer(
        new Offer.Key(info.key(), STEP, attempt),
        resource,
        info.tags().priority(),
        info.version().flow(),
        bytes("{\"attempt\":" + attempt + "}"),
        Optional.of(bytes("{\"currency\":\"EUR\"}")),
        Optional.of(began(info).plus(Duration.ofHours(1))),
        Optional.of(Duration.ofSeconds(9)),
        Optional.empty());
  }

  static Commit.SentMessage message(ExecutionInfo to, String body) {
    return new Commit.SentMessage(to.key(), bytes(body));
  }

  static Commit.ChildStart childStart(ExecutionInfo child, boolean owned) {
    return new Commit.ChildStart(child, fact(child, 1), owned);
  }

  static JournalEntry fact(ExecutionInfo info, long seq) {
    return new JournalEntry(
        seq, began(info).plusMillis(seq).plusNanos(7_000), bytes("fact " + seq));
  }

  static Disposition.Park parks(Optional<Instant> wakeAt, String... kinds) {
    return new Disposition.Park(
        0,
        wakeAt,
        new Disposition.WaitsFor(Arrays.asList(kinds), false, Optional.empty()),
        List.of());
  }

  static Disposition.Park sleeps(Instant wakeAt) {
    return parks(Optional.of(wakeAt), "timer");
  }

  static Disposition.Park paused(Optional<String> incident) {
    return new Disposition.Park(
        0, Optional.empty(), new Disposition.WaitsFor(List.of(), true, incident), List.of());
  }

  static Disposition.Park awaits(Awaited... calls) {
    return new Disposition.Park(
        0,
        Optional.empty(),
        new Disposition.WaitsFor(List.of("callback"), false, Optional.empty()),
        List.of(calls));
  }

  static Awaited call(ExecutionInfo info, int attempt) {
    Instant began = began(info);
    return new Awaited(
        STEP,
        attempt,
        attempt % 2 == 0,
        Optional.of(began.plus(Duration.ofHours(1))),
        Optional.of(began.plus(Duration.ofMinutes(1))));
  }

  static Disposition.End succeeds(ExecutionInfo info) {
    return ends(info, Status.SUCCEEDED, Optional.empty());
  }

  static Disposition.End ends(ExecutionInfo info, Status status, Optional<Failure> failure) {
    return new Disposition.End(status, began(info), began(info).plusSeconds(1), failure);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
