package dev.pawl.engine.node;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.data.DataException;
import dev.pawl.engine.data.Limits;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.run.Outside;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.engine.store.Written;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One running process of the engine. It starts executions and takes those that others left, as long
 * as it has room; several nodes on one store share the work. Losing its right to write costs it all
 * it has in memory and nothing else: it joins again and goes on.
 */
public final class Node implements AutoCloseable {

  /** How long a start waits for a node that is about to join again. */
  private static final Duration JOINS_WITHIN = Duration.ofSeconds(30);

  private static final Duration FIRST_LOOK = Duration.ofMillis(20);
  private static final Duration LAST_LOOK = Duration.ofSeconds(1);

  private final Services services;
  private final Control control;
  private final Upkeeping upkeeping;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private @Nullable Incarnation current;
  private @Nullable Loop joining;
  private boolean closed;

  private Node(Store store, Outside outside, NodeOptions options, Listener listener) {
    NodeClock clock = new NodeClock();
    Flows flows = new Flows(store.versions());
    this.services =
        new Services(
            store,
            flows,
            outside,
            clock,
            new Ids(clock),
            listener,
            options,
            new Waiters(),
            new Semaphore(options.maxCalls()));
    this.control = new Control(store, flows, clock);
    store.upkeep().prepareRoom();
    this.upkeeping = new Upkeeping(store.upkeep(), options);
    join();
  }

  /** Joins the nodes on that store; returns when it is one of them. */
  public static Node start(Store store, Outside outside, NodeOptions options, Listener listener) {
    return new Node(store, outside, options, listener);
  }

  private void join() {
    Incarnation next =
        new Incarnation(
            services, services.store().join(services.options().name()), this::joinAgain);
    next.begin();
    lock.lock();
    try {
      if (closed) {
        next.close();
        return;
      }
      current = next;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void joinAgain() {
    lock.lock();
    try {
      current = null;
      if (!closed) {
        joining =
            new Loop(
                "joining",
                () -> {
                  join();
                  throw new InterruptedException("joined");
                });
      }
    } finally {
      lock.unlock();
    }
  }

  private Incarnation current() {
    lock.lock();
    try {
      long left = JOINS_WITHIN.toNanos();
      while (current == null) {
        if (closed || left <= 0) {
          throw new UnavailableException(
              closed ? "this node is closed" : "this node cannot reach its store");
        }
        left = changed.awaitNanos(left);
      }
      return current;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnavailableException("interrupted while waiting for the store", e);
    } finally {
      lock.unlock();
    }
  }

  /** Looking at executions and acting on them. */
  public Control control() {
    return control;
  }

  /**
   * Makes a definition the newest version of a flow, unless it is that already.
   *
   * @throws IllegalArgumentException with all that is wrong with it
   */
  public VersionKey deploy(TenantId tenant, String flow, String definition) {
    return services.flows().deploy(tenant, flow, definition);
  }

  /**
   * Starts an execution; when this returns, it will come to its end whatever dies. With an
   * idempotency key that was used before, it is the execution of that time. An express execution
   * has ended when this returns, or waits for something.
   *
   * @throws IllegalArgumentException if there is no such flow, or the input is too large
   * @throws BusyException if the node has too much to do; nothing was started
   */
  public ExecutionKey start(Launch launch) {
    Card card = card(launch, new ExecutionKey(launch.tenant(), services.ids().next()));
    return start(card, launch);
  }

  /** Starts an execution and waits for its end, but no longer than that. */
  public Optional<Execution.Ending> run(Launch launch, Duration atMost)
      throws InterruptedException {
    ExecutionKey key = new ExecutionKey(launch.tenant(), services.ids().next());
    Waiters.Waiter waiter = services.waiters().enter(key);
    try {
      ExecutionKey started = start(card(launch, key), launch);
      return started.equals(key) ? await(key, waiter, atMost) : await(started, atMost);
    } finally {
      services.waiters().exit(key);
    }
  }

  /** The first commit of an execution that any node may take, for those who write it themselves. */
  public Commit birth(Launch launch) {
    Card card = card(launch, new ExecutionKey(launch.tenant(), services.ids().next()));
    return forAnyNode(card, started(card, launch));
  }

  private static Fact.Started started(Card card, Launch launch) {
    String name = launch.name().orElseGet(() -> card.id().toString());
    return new Fact.Started(launch.flow(), name, launch.input(), JsonObject.EMPTY);
  }

  private Card card(Launch launch, ExecutionKey key) {
    VersionKey version =
        launch.version().isPresent()
            ? new VersionKey(launch.tenant(), launch.flow(), launch.version().getAsInt())
            : services
                .flows()
                .newest(launch.tenant(), launch.flow())
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "there is no flow '%s'".formatted(launch.flow())));
    try {
      Limits.checked(launch.input(), "the input");
    } catch (DataException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    return new Card(key, version, Optional.empty(), Optional.empty(), 0, launch.tags());
  }

  private ExecutionKey start(Card card, Launch launch) {
    Fact.Started started = started(card, launch);
    Interpreter interpreter = services.flows().interpreter(card);
    if (card.tags().idempotencyKey().isPresent()) {
      Optional<ExecutionKey> earlier = services.store().executions().startedBefore(card);
      if (earlier.isPresent()) {
        return earlier.get();
      }
    }
    while (true) {
      Incarnation incarnation = current();
      if (incarnation.queued() > services.options().maxQueued()) {
        throw new BusyException(
            "more than %d writes are waiting; try again later"
                .formatted(services.options().maxQueued()));
      }
      CompletableFuture<Written> born =
          incarnation.hasRoom()
              ? incarnation.begin(card, interpreter, started, launch.express())
              : incarnation.write(forAnyNode(card, started));
      Optional<ExecutionKey> key = settled(card, born);
      if (key.isPresent()) {
        return key.get();
      }
    }
  }

  /** Whoever has room first takes it from the store. */
  private Commit forAnyNode(Card card, Fact.Started started) {
    Entry entry = new Entry(1, services.clock().now(), FactBytes.write(started));
    return new Commit(
        card, true, List.of(entry), 0, Commit.Outgoing.NOTHING, Fate.HandedBack.HANDED_BACK);
  }

  /** Empty if the start has to be tried again: the node lost its life, and the start with it. */
  private Optional<ExecutionKey> settled(Card card, CompletableFuture<Written> born) {
    try {
      return Optional.of(
          switch (born.join()) {
            case Written.Done done -> card.key();
            case Written.Queued queued -> card.key();
            case Written.NotParked unread -> card.key();
            case Written.Duplicate same -> new ExecutionKey(card.key().tenant(), same.existing());
            case Written.Refused refused ->
                throw new IllegalArgumentException("the start was refused: " + refused.why());
          });
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof ExpelledException)) {
        throw e;
      }
      Optional<Executions.Summary> there = services.store().executions().find(card.key());
      return there.map(found -> found.card().key());
    }
  }

  /** How an execution ended, if it does so in that time, on whichever node. */
  public Optional<Execution.Ending> await(ExecutionKey key, Duration atMost)
      throws InterruptedException {
    Waiters.Waiter waiter = services.waiters().enter(key);
    try {
      return await(key, waiter, atMost);
    } finally {
      services.waiters().exit(key);
    }
  }

  private Optional<Execution.Ending> await(ExecutionKey key, Waiters.Waiter waiter, Duration atMost)
      throws InterruptedException {
    long until = System.nanoTime() + atMost.toNanos();
    Duration look = FIRST_LOOK;
    while (true) {
      boolean here = holds(key);
      Optional<Execution.Ending> ending =
          here ? Optional.empty() : waiter.await(Duration.ZERO).or(() -> control.ending(key));
      long left = until - System.nanoTime();
      if (ending.isPresent() || left <= 0) {
        return ending;
      }
      Duration pause = here ? LAST_LOOK : look;
      Optional<Execution.Ending> heard =
          waiter.await(pause.toNanos() < left ? pause : Duration.ofNanos(left));
      if (heard.isPresent()) {
        return heard;
      }
      look = look.multipliedBy(2).compareTo(LAST_LOOK) < 0 ? look.multipliedBy(2) : LAST_LOOK;
    }
  }

  private boolean holds(ExecutionKey key) {
    lock.lock();
    try {
      return current != null && current.holds(key);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Tries an execution that has failed again, as a new one: from its start, or from its failure.
   *
   * @throws IllegalArgumentException if it cannot be tried again, saying why
   */
  public ExecutionKey retry(ExecutionKey failed, Control.From from) {
    Commit again = control.retrial(failed, from, services.ids().next());
    return settled(again.card(), current().write(again))
        .orElseThrow(() -> new UnavailableException("the store went away; try again"));
  }

  /** The number of this life of the node, as the store knows it. */
  public int number() {
    return current().node();
  }

  /** Hands over what it holds and leaves. */
  @Override
  public void close() {
    Incarnation last;
    lock.lock();
    try {
      closed = true;
      last = current;
      current = null;
      changed.signalAll();
      if (joining != null) {
        joining.close();
      }
    } finally {
      lock.unlock();
    }
    upkeeping.close();
    if (last != null) {
      last.close();
    }
  }
}
