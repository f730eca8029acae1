package dev.pawl.postgres.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.Disposition.Continue;
import dev.pawl.engine.store.Disposition.Release;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.ExecutionMetadata.StartAttributes;
import dev.pawl.engine.store.JournalEntry;
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
  static final Disposition ON = Continue.CONTINUE;
  static final Disposition BACK = Release.RELEASE;

  private Commits() {}

  static ExecutionMetadata info() {
    return info(OURS, StartAttributes.NONE);
  }

  static ExecutionMetadata info(TenantId tenant, StartAttributes tags) {
    return new ExecutionMetadata(
        new ExecutionKey(tenant, id()),
        new VersionKey(tenant, "order", 1),
        Optional.empty(),
        Optional.empty(),
        0,
        tags);
  }

  static ExecutionMetadata withBusinessKey(String key) {
    return info(OURS, tags(Priority.NORMAL, Optional.of(key), Optional.empty()));
  }

  static ExecutionMetadata keyed(String key) {
    return info(OURS, tags(Priority.NORMAL, Optional.empty(), Optional.of(key)));
  }

  static ExecutionMetadata urgent(TenantId tenant, Priority priority) {
    return info(tenant, tags(priority, Optional.empty(), Optional.empty()));
  }

  private static StartAttributes tags(
      Priority priority, Optional<String> businessKey, Optional<String> idempotencyKey) {
    return new StartAttributes(priority, businessKey, Map.of(), idempotencyKey, Optional.empty());
  }

  static List<ExecutionMetadata> infos(int count) {
    return IntStream.range(0, count).mapToObj(number -> info()).toList();
  }

  private static ExecutionId id() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long upper = System.currentTimeMillis() << 16 | 0x7000 | random.nextInt(0x1000);
    return new ExecutionId(new UUID(upper, 0x8000_0000_0000_0000L | random.nextLong() >>> 2));
  }

  static Commit firstCommit(ExecutionMetadata info) {
    return firstCommit(info, ON);
  }

  static Commit firstCommit(ExecutionMetadata info, Disposition disposition) {
    return new Commit(info, true, List.of(fact(1)), 0, Commit.Outgoing.NOTHING, disposition);
  }

  static List<Commit> firstCommits(List<ExecutionMetadata> infos, Disposition disposition) {
    return infos.stream().map(info -> firstCommit(info, disposition)).toList();
  }

  static Commit next(ExecutionMetadata info, long seq, Disposition disposition) {
    return next(info, seq, 0, disposition);
  }

  static Commit next(ExecutionMetadata info, long seq, int read, Disposition disposition) {
    return new Commit(info, false, List.of(fact(seq)), read, Commit.Outgoing.NOTHING, disposition);
  }

  static Commit writes(Commit commit, ExecutionMetadata... to) {
    List<Commit.SentMessage> messages =
        Arrays.stream(to).map(info -> new Commit.SentMessage(info.key(), bytes("hello"))).toList();
    return new Commit(
        commit.info(),
        commit.isNew(),
        commit.facts(),
        commit.read(),
        new Commit.Outgoing(List.of(), messages, List.of()),
        commit.disposition());
  }

  static JournalEntry fact(long seq) {
    return new JournalEntry(
        seq, Instant.now().truncatedTo(ChronoUnit.MICROS), bytes("fact " + seq));
  }

  static Disposition.Park park(int messages) {
    return new Disposition.Park(
        messages,
        Optional.empty(),
        new Disposition.WaitsFor(List.of("event"), false, Optional.empty()),
        List.of());
  }

  static Disposition.End ended() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    return new Disposition.End(Status.SUCCEEDED, now, now, Optional.empty());
  }

  static List<ExecutionKey> keys(List<ClaimedExecution> claimed) {
    return claimed.stream().map(one -> one.info().key()).toList();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
