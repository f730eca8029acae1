package dev.pawl.engine.node.breaker;

import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.run.CallHeldException;
import dev.pawl.engine.run.Timeline;
import dev.pawl.engine.store.Breaker;
import dev.pawl.engine.store.Breakers;
import dev.pawl.engine.store.Breakers.DownstreamFailure;
import dev.pawl.engine.store.UnavailableException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The circuit breakers as one node sees them. Calls are counted in the memory of the node; while
 * all breakers are closed, a call needs no access to the store. A breaker that the node opens, or
 * that it learns from the store within a second, is shared by all nodes.
 */
public final class NodeBreakers {

  private static final System.Logger LOG = System.getLogger(NodeBreakers.class.getName());

  /** How often the node looks for breakers that others have opened or closed. */
  static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

  /** How often the node wakes executions during a release. */
  static final Duration RELEASE_INTERVAL = Duration.ofMillis(250);

  private static final Duration ORPHAN_INTERVAL = Duration.ofSeconds(30);
  private static final int MAX_LOOKS = 3;

  private final Breakers store;
  private final Timeline clock;
  private final RuntimeClock time;
  private final CallWindows windows;

  /** Breakers that are not closed. */
  private final Map<Breaker.Key, Breaker> known = new ConcurrentHashMap<>();

  /** When the next call may ask for a right during a release; spares the store useless requests. */
  private final Map<Breaker.Key, Instant> refusedUntil = new ConcurrentHashMap<>();

  private Instant orphansAt = Instant.EPOCH;

  /** How a call may be made. */
  enum Admission {
    COUNTED,
    PROBE
  }

  /**
   * Creates the breakers of a node, all closed until the first poll.
   *
   * @param clock the store's time
   * @param time measures the window of calls that count
   */
  public NodeBreakers(Breakers store, Timeline clock, RuntimeClock time) {
    this.store = store;
    this.clock = clock;
    this.time = time;
    this.windows = new CallWindows(time.nanos());
  }

  /** Returns the number of breakers that are not closed, as far as the node knows. */
  public int count() {
    return known.size();
  }

  /**
   * Admits a call.
   *
   * @throws CallHeldException if it must wait
   */
  Admission admit(Breaker.Key key) {
    Breaker breaker = known.get(key);
    try {
      return breaker == null ? Admission.COUNTED : admit(key, breaker);
    } catch (UnavailableException e) {
      throw new CallHeldException(key.downstream(), clock.now().plus(POLL_INTERVAL));
    }
  }

  private Admission admit(Breaker.Key key, Breaker seen) {
    Breaker breaker = seen;
    for (int look = 0; breaker != null && look < MAX_LOOKS; look++) {
      Instant now = clock.now();
      if (breaker.isReleasing()) {
        if (mayAskForRelease(key, now) && store.takeReleased(key)) {
          return Admission.COUNTED;
        }
        throw refused(key, now);
      }
      if (now.isBefore(breaker.probeAt())) {
        throw new CallHeldException(key.downstream(), breaker.probeAt());
      }
      if (store.takeProbe(key)) {
        return Admission.PROBE;
      }
      breaker = learn(key).orElse(null);
    }
    if (breaker != null) {
      throw new CallHeldException(key.downstream(), clock.now().plus(POLL_INTERVAL));
    }
    return Admission.COUNTED;
  }

  private boolean mayAskForRelease(Breaker.Key key, Instant now) {
    Instant until = refusedUntil.get(key);
    return until == null || !now.isBefore(until);
  }

  private CallHeldException refused(Breaker.Key key, Instant now) {
    Instant until = now.plus(RELEASE_INTERVAL);
    refusedUntil.merge(key, until, (before, after) -> before.isAfter(now) ? before : after);
    return new CallHeldException(key.downstream(), until);
  }

  /** Returns the window in which a call that begins now counts. */
  CallWindow window(Breaker.Key key) {
    return windows.use(key, time.nanos());
  }

  void succeeded(CallWindow window) {
    window.succeeded(time.nanos());
  }

  void failed(Breaker.Key key, CallWindow window, DownstreamFailure failure) {
    if (window.failed(time.nanos())) {
      windows.remove(key, window);
      try {
        store.open(key, failure);
        learn(key);
      } catch (UnavailableException e) {
        LOG.log(Level.WARNING, "the breaker of " + key + " was not opened", e);
      }
    }
  }

  void probeSucceeded(Breaker.Key key) {
    try {
      store.release(key);
      learn(key);
    } catch (UnavailableException e) {
      LOG.log(Level.WARNING, "the breaker of " + key + " stays open until the next probe", e);
    }
  }

  /** Records that a probe failed and returns when the next is due. */
  Instant probeFailed(Breaker.Key key, DownstreamFailure failure) {
    try {
      store.probeFailed(key, failure);
      return learn(key).map(Breaker::probeAt).orElse(clock.now());
    } catch (UnavailableException e) {
      return clock.now().plus(POLL_INTERVAL);
    }
  }

  private Optional<Breaker> learn(Breaker.Key key) {
    Optional<Breaker> found = store.find(key);
    found.ifPresentOrElse(this::add, () -> remove(key));
    return found;
  }

  private void add(Breaker breaker) {
    Breaker before = known.put(breaker.key(), breaker);
    if (before == null || before.isReleasing() && !breaker.isReleasing()) {
      CallWindow ended = windows.remove(breaker.key());
      if (ended != null) {
        ended.close();
      }
    }
  }

  private void remove(Breaker.Key key) {
    known.remove(key);
    refusedUntil.remove(key);
  }

  /**
   * Learns the breakers of all nodes and wakes executions whose turn has come; returns the pause
   * before the next poll.
   *
   * @param onWoken called if executions were woken
   */
  public Duration poll(Runnable onWoken) {
    Map<Breaker.Key, Breaker> listed = new ConcurrentHashMap<>();
    for (Breaker breaker : store.list()) {
      listed.put(breaker.key(), breaker);
      add(breaker);
    }
    for (Breaker.Key key : known.keySet()) {
      // A breaker that another thread has learned since the list was read is found again.
      if (!listed.containsKey(key)) {
        learn(key);
      }
    }
    Instant now = clock.now();
    int woken = 0;
    boolean isReleasing = false;
    for (Breaker breaker : listed.values()) {
      isReleasing |= breaker.isReleasing();
      if (breaker.isReleasing() || !now.isBefore(breaker.probeAt())) {
        woken += store.wake(breaker.key());
      }
    }
    boolean mayHaveOrphans = !now.isBefore(orphansAt);
    if (mayHaveOrphans) {
      int orphans = store.wakeOrphaned();
      woken += orphans;
      // One statement wakes a part of them: the next poll goes on until none is left.
      mayHaveOrphans = orphans > 0;
      orphansAt = mayHaveOrphans ? now : now.plus(ORPHAN_INTERVAL);
    }
    if (woken > 0) {
      onWoken.run();
    }
    return isReleasing || mayHaveOrphans ? RELEASE_INTERVAL : POLL_INTERVAL;
  }
}
