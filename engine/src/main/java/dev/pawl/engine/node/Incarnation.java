package dev.pawl.engine.node;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.Step;
import dev.pawl.engine.snapshot.Snapshots;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.engine.store.Written;
import dev.pawl.model.Flow;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * One life of a node: all that it loses when it loses its right to write. Executions in memory,
 * calls under way, timers set and commits not yet durable end with it; another life, here or
 * elsewhere, goes on from what is in the store.
 */
final class Incarnation {

  /** A snapshot is kept when more facts than this would have to be read again. */
  static final int SNAPSHOT_TAIL = 50;

  /** While an execution runs, a snapshot is kept each time it has had so many facts. */
  static final int SNAPSHOT_EVERY = 500;

  private static final System.Logger LOG = System.getLogger(Incarnation.class.getName());
  private static final int CLAIM_AT_ONCE = 500;
  private static final int LETTERS_AT_ONCE = 2_000;
  private static final long WARN_EVERY = Duration.ofMinutes(1).toNanos();
  private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(5);

  private final Services services;
  private final Membership membership;
  private final Runnable onExpelled;
  private final Committer committer;
  private final RuntimeClock time;
  private final Errands errands;
  private final List<Loop> loops = new ArrayList<>();
  private final News news;
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final AtomicLong warned;
  private final Promises promises = new Promises(isOver::get);
  private final Residents residents;
  private final Lease lease;
  private final PendingStarts starts;
  private final Calling calling;
  private final ServeOffers serveOffers;
  private volatile boolean takesNothing;

  Incarnation(Services services, Membership membership, Runnable onExpelled) {
    this.services = services;
    this.membership = membership;
    this.onExpelled = onExpelled;
    this.time = services.time();
    this.errands = new Errands(time);
    this.news = new News(time);
    this.warned = new AtomicLong(time.nanos() - WARN_EVERY - 1);
    this.residents = new Residents(promises);
    this.lease = new Lease(membership, time, services.clock());
    this.starts =
        new PendingStarts(
            lease, residents, new Promises(isOver::get), services.options().storeWait());
    this.calling = new Calling(services, lease);
    this.serveOffers = new ServeOffers(services, membership.node());
    this.committer = new Committer(time, membership, this::expelled);
  }

  /** Renews its lease, and from now on takes work. */
  void begin() {
    lease.renew();
    loops.add(
        new Loop(
            "lease", time, untilExpelled(starts::renewLease), PendingStarts.MAX_RENEWAL_PAUSE));
    loop("news", this::awaitNews);
    loop("reception", this::receive);
    loop("dead nodes", this::releaseDead);
    loop("offers", serveOffers::look);
  }

  private void loop(String name, Loop.Turn turn) {
    loops.add(new Loop(name, time, untilExpelled(turn)));
  }

  private Loop.Turn untilExpelled(Loop.Turn turn) {
    return () -> {
      try {
        return turn.run();
      } catch (ExpelledException e) {
        expelled(e);
        return Duration.ofDays(1);
      }
    };
  }

  private Duration awaitNews() throws InterruptedException {
    membership.awaitNews(services.options().poll());
    lookForMail();
    return Duration.ZERO;
  }

  /** Takes letters and, if there is room, executions. */
  private Duration receive() throws InterruptedException {
    news.await(services.options().poll());
    membership.letters(LETTERS_AT_ONCE).forEach(residents::receive);
    List<Claimed> claimed;
    do {
      // Also when there is no room: it is how letters from transactions of others get delivered.
      claimed = takesNothing ? List.of() : membership.claim(Math.clamp(room(), 0, CLAIM_AT_ONCE));
      claimed.forEach(one -> spawn(() -> load(one)));
    } while (claimed.size() == CLAIM_AT_ONCE);
    return Duration.ZERO;
  }

  private Duration releaseDead() {
    if (membership.releaseDead() > 0) {
      lookForMail();
    }
    return membership.lease().dividedBy(10);
  }

  private int room() {
    return services.options().maxOwned() - residents.count();
  }

  boolean hasRoom() {
    return room() > 0 && !takesNothing;
  }

  /** Nothing more is begun while so much waits to be written, or the store is away. */
  void refuseIfBusy() {
    starts.refuseIfUnreachable();
    int most = services.options().maxQueued();
    if (committer.queued() > most) {
      BusyException busy =
          new BusyException("more than %d writes are waiting; try again later".formatted(most));
      long turnedAway = services.figures().countTurnedAway();
      long last = warned.get();
      if (time.nanos() - last > WARN_EVERY && warned.compareAndSet(last, time.nanos())) {
        LOG.log(Level.WARNING, "start refused, number " + turnedAway + ": " + busy.getMessage());
      }
      throw busy;
    }
  }

  int node() {
    return membership.node();
  }

  /** Begins a new execution here; what is returned is told of its first write. */
  CompletableFuture<Written> begin(
      Card card, Interpreter interpreter, Fact.Started started, boolean express) {
    CompletableFuture<Written> born = new CompletableFuture<>();
    create(card, interpreter, born).start(started, express);
    return born;
  }

  private Live create(Card card, Interpreter interpreter, CompletableFuture<Written> born) {
    Live live = new Live(this, card, interpreter, born);
    residents.enter(live);
    if (isOver.get()) {
      live.abandon();
    }
    return live;
  }

  /** An execution that comes from the store. */
  private void load(Claimed claimed) {
    Card card = claimed.card();
    try {
      Interpreter interpreter = interpreter(card);
      Loading loading = Loading.of(claimed, interpreter, services.store().executions());
      Live live = create(card, interpreter, new CompletableFuture<>());
      if (claimed.unstarted()) {
        live.endUnstarted(loading, claimed.read(), claimed.letters());
      } else {
        live.load(loading, claimed.read(), claimed.awaited());
        claimed.letters().forEach(live::receive);
      }
    } catch (RuntimeException e) {
      int letters = claimed.read() + claimed.letters().size();
      stop(card, new Halt(letters, claimed.awaited()), e);
    }
  }

  /** An execution cannot go on here. */
  void stop(Card card, Halt halt, RuntimeException trouble) {
    if (trouble instanceof ExpelledException gone) {
      expelled(gone);
    } else {
      halt.write(card, trouble, this);
    }
  }

  void write(Commit commit, Consumer<Written> told) {
    committer.submit(commit, services.figures().counting(commit, told));
  }

  /** A commit for which someone waits; it fails with {@link ExpelledException} with this life. */
  CompletableFuture<Written> write(Commit commit) {
    CompletableFuture<Written> written = starts.make();
    committer.submit(commit, services.figures().counting(commit, written::complete));
    return written;
  }

  /** Its executions, for those outside. */
  Here here() {
    return residents;
  }

  /**
   * What happened is durable, or never was: in the first case everyone else may know. Of one that
   * waits for a concurrency permit nothing but its start was written: it has no children yet.
   */
  void heard(Card card, Batch batch, Written result) {
    if (!result.isDurable()) {
      return;
    }
    services.waiters().committed(card.key());
    tell(card, batch.steps);
    if (result instanceof Written.Queued) {
      return;
    }
    for (Commit.Newborn child : batch.births.children()) {
      if (child.owned()) {
        spawn(() -> begin(child));
      }
    }
    if (batch.reachesExecutions()) {
      lookForMail();
    }
  }

  /** A listener's trouble is its own: the execution goes on, and so does the writer. */
  private void tell(Card card, List<Step> steps) {
    try {
      services.listener().heard(card, steps);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "the listener failed at steps of execution " + card.id(), e);
    }
  }

  private void begin(Commit.Newborn child) {
    try {
      create(child.card(), interpreter(child.card()), new CompletableFuture<>())
          .load(Births.begun(child, this), 0, List.of());
    } catch (RuntimeException e) {
      stop(child.card(), new Halt(0, List.of()), e);
    }
  }

  /** All that happened to an execution. */
  Iterable<Recorded> past(ExecutionKey key) {
    return Past.of(services.store().executions(), key);
  }

  void ended(ExecutionKey key, Execution execution) {
    services.waiters().ended(key, execution);
  }

  void left(Live live) {
    residents.leave(live);
  }

  boolean holds(ExecutionKey key) {
    return residents.contains(key);
  }

  void lookForMail() {
    news.tell();
  }

  /** Does a piece of the engine's own work soon, beside the handlers and whatever they do. */
  void spawn(Runnable work) {
    errands.soon(work);
  }

  Future<?> at(Instant time, Runnable work) {
    return errands.in(Duration.between(clock().now(), time), work);
  }

  /** Keeps a snapshot, if that works: it is only a cache. */
  void keep(Card card, Execution execution, Instant at, Flow flow) {
    spawn(
        () -> {
          try {
            byte[] bytes = Snapshots.write(execution, flow);
            membership.keep(
                card.key(), new Claimed.Snapshot(execution.seq(), at, Snapshots.format(), bytes));
          } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "no snapshot of execution " + card.id() + " was kept", e);
          }
        });
  }

  /** Calls a handler, on a thread of its own. */
  Thread call(Live live, Call call) {
    return services.carriers().start(() -> live.returned(call, calling.make(live, call)));
  }

  /** Whether this node may be able to do what is asked for; if not, others are offered it. */
  boolean mayServe(Command.Work work) {
    return services.outside().mayServe(work.call().resource());
  }

  NodeClock clock() {
    return services.clock();
  }

  Interpreter interpreter(Card card) {
    return services.flows().interpreter(card);
  }

  Optional<VersionKey> currentVersion(TenantId tenant, String flow) {
    return services.flows().current(tenant, flow);
  }

  ExecutionKey newKey(TenantId tenant) {
    return new ExecutionKey(tenant, services.ids().next());
  }

  List<Card> children(ExecutionKey parent) {
    return membership.children(parent);
  }

  /**
   * A node takes its share of the children it brings forth, and leaves the rest to the others.
   * Those for which there is a limit are claimed by whoever finds room under it.
   */
  boolean takesChild(Card child) {
    return hasRoom()
        && ThreadLocalRandom.current().nextInt(Math.max(1, membership.members())) == 0
        && !membership.isLimited(child);
  }

  /** True if an execution needs a concurrency permit, so that it is claimed instead of begun. */
  boolean isLimited(Card card) {
    return membership.isLimited(card);
  }

  private void expelled(ExpelledException e) {
    if (isOver.compareAndSet(false, true)) {
      LOG.log(Level.WARNING, "node " + membership.node() + " starts anew: " + e.getMessage());
      try {
        end();
      } finally {
        // Whatever went wrong with this life, there must be another.
        onExpelled.run();
        // Last, since it may have to wait for a store that does not answer.
        membership.close();
      }
    }
  }

  boolean isOver() {
    return isOver.get();
  }

  /** Hands over what it holds, when what is under way has come to an end or had its time. */
  void close() {
    takesNothing = true;
    if (isOver.compareAndSet(false, true)) {
      try {
        drain();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      end();
      membership.close();
    }
  }

  private void drain() throws InterruptedException {
    Instant until = clock().now().plus(services.options().grace());
    while (residents.isAnyBusy() && clock().now().isBefore(until)) {
      time.sleep(Duration.ofMillis(10));
    }
    committer.awaitSettled(LONGEST_FAREWELL.toNanos());
  }

  private void end() {
    loops.forEach(Loop::close);
    committer.close();
    errands.close();
    serveOffers.close();
    residents.abandonAll();
    promises.fail();
    starts.fail();
    lease.end();
  }
}
