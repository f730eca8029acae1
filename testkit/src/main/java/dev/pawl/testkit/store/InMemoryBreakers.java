package dev.pawl.testkit.store;

import dev.pawl.engine.store.Breaker;
import dev.pawl.engine.store.Breakers;
import dev.pawl.engine.store.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The circuit breakers of an in-memory store. */
final class InMemoryBreakers implements Breakers {

  private static final Duration WAKE_INTERVAL = Duration.ofSeconds(1);

  /** A release ends when no call was refused for this time. */
  private static final Duration MIN_QUIET_TIME = Duration.ofSeconds(2);

  /** A breaker that is not closed. */
  static final class BreakerRow {
    private Breaker breaker;
    private Duration pause = Breaker.MIN_PROBE_PAUSE;
    private Instant wokenAt = Instant.EPOCH;
    private Instant refusedAt = Instant.EPOCH;
    private long taken;
    private long woken;

    private BreakerRow(Breaker breaker) {
      this.breaker = breaker;
    }
  }

  private final StoreState memory;

  InMemoryBreakers(StoreState memory) {
    this.memory = memory;
  }

  @Override
  public List<Breaker> list() {
    return memory.withLock(
        () -> memory.breakers.values().stream().map(row -> row.breaker).toList());
  }

  @Override
  public List<Breaker> list(TenantId tenant) {
    return list().stream()
        .filter(breaker -> breaker.key().tenant().equals(tenant))
        .sorted(Comparator.comparing(breaker -> breaker.key().downstream()))
        .toList();
  }

  @Override
  public Optional<Breaker> find(Breaker.Key key) {
    return memory.withLock(
        () -> Optional.ofNullable(memory.breakers.get(key)).map(row -> row.breaker));
  }

  @Override
  public void open(Breaker.Key key, DownstreamFailure failure) {
    memory.withLock(
        () -> {
          BreakerRow row = memory.breakers.get(key);
          if (row == null || row.breaker.isReleasing()) {
            Instant now = memory.now();
            memory.breakers.put(
                key,
                new BreakerRow(
                    new Breaker(
                        key,
                        now,
                        now.plus(Breaker.MIN_PROBE_PAUSE),
                        failure.error(),
                        failure.cause(),
                        Optional.empty())));
          }
        });
  }

  @Override
  public boolean takeProbe(Breaker.Key key) {
    return memory.withLock(
        () -> {
          BreakerRow row = memory.breakers.get(key);
          Instant now = memory.now();
          if (row == null || row.breaker.isReleasing() || now.isBefore(row.breaker.probeAt())) {
            return false;
          }
          Duration twice = row.pause.multipliedBy(2);
          row.pause =
              twice.compareTo(Breaker.MAX_PROBE_PAUSE) > 0 ? Breaker.MAX_PROBE_PAUSE : twice;
          Breaker before = row.breaker;
          row.breaker =
              new Breaker(
                  key,
                  before.openedAt(),
                  now.plus(row.pause),
                  before.error(),
                  before.cause(),
                  Optional.empty());
          return true;
        });
  }

  @Override
  public void probeFailed(Breaker.Key key, DownstreamFailure failure) {
    memory.withLock(
        () -> {
          BreakerRow row = memory.breakers.get(key);
          if (row != null) {
            Breaker before = row.breaker;
            row.breaker =
                new Breaker(
                    key,
                    before.openedAt(),
                    before.probeAt(),
                    failure.error(),
                    failure.cause(),
                    before.releasedAt());
          }
        });
  }

  @Override
  public boolean release(Breaker.Key key) {
    return memory.withLock(
        () -> {
          BreakerRow row = memory.breakers.get(key);
          if (row == null || row.breaker.isReleasing()) {
            return false;
          }
          Breaker before = row.breaker;
          row.breaker =
              new Breaker(
                  key,
                  before.openedAt(),
                  before.probeAt(),
                  before.error(),
                  before.cause(),
                  Optional.of(memory.now()));
          row.taken = 0;
          row.woken = 0;
          return true;
        });
  }

  private long allowance(BreakerRow row) {
    return Breaker.allowance(
        Duration.between(row.breaker.releasedAt().orElseThrow(), memory.now()));
  }

  @Override
  public boolean takeReleased(Breaker.Key key) {
    return memory.withLock(
        () -> {
          BreakerRow row = memory.breakers.get(key);
          if (row == null) {
            return true;
          }
          boolean isAllowed = row.breaker.isReleasing() && row.taken < allowance(row);
          if (isAllowed) {
            row.taken++;
          } else {
            row.refusedAt = memory.now();
          }
          return isAllowed;
        });
  }

  @Override
  public int wake(Breaker.Key key) {
    return memory.withLock(
        () -> {
          BreakerRow row = memory.breakers.get(key);
          if (row == null) {
            return 0;
          }
          return row.breaker.isReleasing() ? wakeReleased(key, row) : wakeProbe(key, row);
        });
  }

  private int wakeProbe(Breaker.Key key, BreakerRow row) {
    Instant now = memory.now();
    if (now.isBefore(row.breaker.probeAt()) || now.isBefore(row.wokenAt.plus(WAKE_INTERVAL))) {
      return 0;
    }
    row.wokenAt = now;
    int woken = wake(key, 1);
    if (woken == 0 && now.isAfter(row.breaker.probeAt().plus(Breaker.MAX_UNUSED_TIME))) {
      memory.breakers.remove(key);
    }
    return woken;
  }

  private int wakeReleased(Breaker.Key key, BreakerRow row) {
    Instant now = memory.now();
    long due = allowance(row) - row.woken;
    int woken = wake(key, due);
    row.woken += woken;
    Duration elapsed = Duration.between(row.breaker.releasedAt().orElseThrow(), now);
    boolean isQuiet =
        due > woken
            && elapsed.compareTo(MIN_QUIET_TIME) >= 0
            && !now.isBefore(row.refusedAt.plus(MIN_QUIET_TIME));
    if (isQuiet || elapsed.compareTo(Breaker.MAX_RELEASE_TIME) >= 0) {
      memory.breakers.remove(key);
    }
    return woken;
  }

  private int wake(Breaker.Key key, long max) {
    List<LiveRow> rows =
        memory.live.all().stream()
            .filter(row -> row.place == LiveRow.RowState.ASLEEP)
            .filter(row -> row.info.key().tenant().equals(key.tenant()))
            .filter(row -> row.waitsFor.kinds().contains(key.waitKind()))
            .limit(Math.max(0, max))
            .toList();
    rows.forEach(memory.live::makeReady);
    return rows.size();
  }

  @Override
  public int wakeOrphaned() {
    return memory.withLock(
        () -> {
          List<LiveRow> rows =
              memory.live.all().stream()
                  .filter(row -> row.place == LiveRow.RowState.ASLEEP)
                  .filter(this::waitsInVain)
                  .toList();
          rows.forEach(memory.live::makeReady);
          return rows.size();
        });
  }

  private boolean waitsInVain(LiveRow row) {
    TenantId tenant = row.info.key().tenant();
    return row.waitsFor.kinds().stream()
        .filter(kind -> kind.startsWith(Breaker.WAIT_KIND))
        .map(kind -> new Breaker.Key(tenant, kind.substring(Breaker.WAIT_KIND.length())))
        .anyMatch(key -> !memory.breakers.containsKey(key));
  }
}
