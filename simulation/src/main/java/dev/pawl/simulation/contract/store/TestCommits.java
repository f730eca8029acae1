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
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
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

  ExecutionMetadata info() {
    return info(OURS, FLOW);
  }

  ExecutionMetadata info(TenantId tenant, String flow) {
    return info(tenant, flow, ExecutionMetadata.StartAttributes.NONE);
  }

  ExecutionMetadata info(Priority priority) {
    return info(
        OURS,
        FLOW,
        new ExecutionMetadata.StartAttributes(
            priority, Optional.empty(), Map.of(), Optional.empty(), Optional.empty()));
  }

  ExecutionMetadata info(TenantId tenant, String flow, ExecutionMetadata.StartAttributes tags) {
    return new ExecutionMetadata(
        new ExecutionKey(tenant, id()),
        new VersionKey(tenant, flow, 1),
        Optional.empty(),
        Optional.empty(),
        0,
        tags);
  }

  ExecutionMetadata keyed(TenantId tenant, String flow, String idempotencyKey) {
    return info(
        tenant,
        flow,
        new ExecutionMetadata.StartAttributes(
            Priority.NORMAL,
            Optional.empty(),
            Map.of(),
            Optional.of(idempotencyKey),
            Optional.empty()));
  }

  /** Returns an execution with provenance. */
  ExecutionMetadata requested(String idempotencyKey, String by, String request) {
    return info(
        OURS,
        FLOW,
        new ExecutionMetadata.StartAttributes(
            Priority.NORMAL,
            Optional.empty(),
            Map.of(),
            Optional.of(idempotencyKey),
            Optional.empty(),
            new ExecutionMetadata.Provenance(Optional.of(by), Optional.of(request))));
  }

  /** Returns an execution that was started by the named caller. */
  ExecutionMetadata requestedBy(String name) {
    ExecutionMetadata.StartAttributes none = ExecutionMetadata.StartAttributes.NONE;
    return info(
        OURS,
        FLOW,
        new ExecutionMetadata.StartAttributes(
            none.priority(),
            none.businessKey(),
            none.labels(),
            none.idempotencyKey(),
            none.retriedFrom(),
            new ExecutionMetadata.Provenance(Optional.of(name), Optional.empty())));
  }

  /** Returns a test execution. */
  ExecutionMetadata test() {
    ExecutionMetadata.StartAttributes none = ExecutionMetadata.StartAttributes.NONE;
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
        new ExecutionMetadata.StartAttributes(
            none.priority(),
            none.businessKey(),
            none.labels(),
            none.idempotencyKey(),
            none.retriedFrom(),
            new ExecutionMetadata.Provenance(
                Optional.empty(), Optional.empty(), Optional.of(pretends.toString()))));
  }

  ExecutionMetadata childOf(ExecutionMetadata parent, StepId step, int number) {
    return new ExecutionMetadata(
        new ExecutionKey(parent.key().tenant(), id()),
        parent.version(),
        Optional.of("Items"),
        Optional.of(
            new ExecutionMetadata.Parent(parent.id(), step, number, ExecutionMetadata.Reply.ITEM)),
        parent.depth() + 1,
        ExecutionMetadata.StartAttributes.NONE);
  }

  /** Returns a child that a Task of another execution waits for. */
  ExecutionMetadata calledBy(ExecutionMetadata parent, String flow, ExecutionMetadata.Reply reply) {
    TenantId tenant = parent.key().tenant();
    return new ExecutionMetadata(
        new ExecutionKey(tenant, id()),
        new VersionKey(tenant, flow, 1),
        Optional.empty(),
        Optional.of(new ExecutionMetadata.Parent(parent.id(), STEP, 1, reply)),
        parent.depth() + 1,
        ExecutionMetadata.StartAttributes.NONE);
  }

  List<ExecutionMetadata> infos(int count) {
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

  static Instant began(ExecutionMetadata info) {
    return Instant.ofEpochMilli(info.id().value().getMostSignificantBits() >>> 16);
  }

  static Commit insert(ExecutionMetadata info) {
    return insert(info, ON);
  }

  static Commit insert(ExecutionMetadata info, Disposition disposition) {
    return new Commit(info, true, List.of(fact(info, 1)), 0, Outgoing.NOTHING, disposition);
  }

  static Commit[] inserts(List<ExecutionMetadata> infos, Disposition disposition) {
    return infos.stream().map(info -> insert(info, disposition)).toArray(Commit[]::new);
  }

  static Commit next(ExecutionMetadata info, long seq, Disposition disposition) {
    return next(info, seq, 0, disposition);
  }

  static Commit next(ExecutionMetadata info, long seq, int read, Disposition disposition) {
    return new Commit(
        info,
        false,
        List.of(fact(info, seq)),
        read,
        Outgoing.NOTHING,
        withKnownMessages(read, disposition));
  }

  /** Returns a commit without facts. */
  static Commit dispositionOnly(ExecutionMetadata info, int read, Disposition disposition) {
    return new Commit(
        info, false, List.of(), read, Outgoing.NOTHING, withKnownMessages(read, disposition));
  }

  /**
   * Returns a park whose number of known messages is at least the number read; other dispositions
   * unchanged.
   */
  static Disposition withKnownMessages(int messages, Disposition disposition) {
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

  static Offer offer(ExecutionMetadata info, int attempt, String resource) {
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

  static Commit.SentMessage message(ExecutionMetadata to, String body) {
    return new Commit.SentMessage(to.key(), bytes(body));
  }

  static Commit.ChildStart childStart(ExecutionMetadata child, boolean owned) {
    return new Commit.ChildStart(child, fact(child, 1), owned);
  }

  static JournalEntry fact(ExecutionMetadata info, long seq) {
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

  static Awaited call(ExecutionMetadata info, int attempt) {
    Instant began = began(info);
    return new Awaited(
        STEP,
        attempt,
        attempt % 2 == 0,
        Optional.of(began.plus(Duration.ofHours(1))),
        Optional.of(began.plus(Duration.ofMinutes(1))));
  }

  static Disposition.End succeeds(ExecutionMetadata info) {
    return ends(info, Status.SUCCEEDED, Optional.empty());
  }

  static Disposition.End ends(ExecutionMetadata info, Status status, Optional<Failure> failure) {
    return new Disposition.End(status, began(info), began(info).plusSeconds(1), failure);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
