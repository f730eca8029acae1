package dev.pawl.engine.node;

import dev.pawl.engine.Execution;
import dev.pawl.engine.run.Outside;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.engine.store.VersionKey;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One running process of the engine. It starts executions and takes those that others left, as long
 * as it has room; several nodes on one store share the work. Losing its right to write costs it all
 * it has in memory and nothing else: it joins again and goes on.
 */
public final class Node implements AutoCloseable {

  private final Services services;
  private final Launching launching;
  private final Control control;
  private final Workers workers;
  private final Upkeeping upkeeping;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed;
  private @Nullable Incarnation current;
  private @Nullable Loop joining;
  private boolean closed;

  private Node(
      Store store, Outside outside, NodeOptions options, Listener listener, RuntimeClock time) {
    NodeClock clock = new NodeClock(time);
    Flows flows = new Flows(store.versions(), time);
    this.changed = time.condition(lock);
    this.services =
        new Services(
            store,
            flows,
            outside,
            time,
            clock,
            new Ids(clock),
            listener,
            options,
            new Waiters(time),
            new Semaphore(options.maxCalls()),
            new Carriers(time),
            new Figures());
    this.launching = new Launching(services, this::current);
    this.control = new Control(store, store.executions(), flows, clock);
    this.workers = new Workers(store.mail(), store.offers(), time, clock, this::here);
    try {
      store.upkeep().prepareRoom();
      join();
    } catch (RuntimeException e) {
      services.carriers().close();
      throw e;
    }
    this.upkeeping = new Upkeeping(store.upkeep(), options, time);
  }

  /** Joins the nodes on that store; returns when it is one of them. */
  public static Node start(Store store, Outside outside, NodeOptions options, Listener listener) {
    return start(store, outside, options, listener, RuntimeClock.SYSTEM);
  }

  /**
   * The same in a time of its own, for tests. The store must have the same time.
   *
   * @param time by which it sleeps, waits and sets alarms
   */
  public static Node start(
      Store store, Outside outside, NodeOptions options, Listener listener, RuntimeClock time) {
    return new Node(store, outside, options, listener, time);
  }

  private void join() {
    Incarnation next =
        new Incarnation(
            services, services.store().join(services.options().name()), this::joinAgain);
    try {
      next.begin();
    } catch (RuntimeException e) {
      next.close();
      throw e;
    }
    lock.lock();
    try {
      if (closed) {
        // Closing has interrupted this thread, and handing over takes a few more breaths.
        Thread.interrupted();
        next.close();
        return;
      }
      // One that was lost by now has asked for another, which may even be there already.
      if (!next.isOver()) {
        current = next;
        changed.signalAll();
      }
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
                services.time(),
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
      long left = services.options().storeWait().toNanos();
      while (current == null || current.isOver()) {
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

  /** Work for those who are no nodes. */
  public Workers workers() {
    return workers;
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
    return start(launch, launching.newKey(launch));
  }

  /** The key that an execution can be started with. */
  public ExecutionKey newKey(Launch launch) {
    return launching.newKey(launch);
  }

  /**
   * The same with a key that was made before.
   *
   * @return another key if the idempotency key has started another execution already
   * @throws KeyReusedException if that was asked for in other words
   */
  public ExecutionKey start(Launch launch, ExecutionKey key) {
    return launching.start(launch, key);
  }

  /** Starts an execution and waits for its end, but no longer than that. */
  public Optional<Execution.Ending> run(Launch launch, Duration atMost)
      throws InterruptedException {
    ExecutionKey key = launching.newKey(launch);
    try (Waiters.Waiter waiter = services.waiters().enter(key)) {
      ExecutionKey started = launching.start(launch, key);
      return started.equals(key) ? await(key, waiter, atMost) : await(started, atMost);
    }
  }

  /** The first commit of an execution that any node may take, for those who write it themselves. */
  public Commit birth(Launch launch) {
    return launching.forAnyNode(launch);
  }

  /** How an execution ended, if it does so in that time, on whichever node. */
  public Optional<Execution.Ending> await(ExecutionKey key, Duration atMost)
      throws InterruptedException {
    try (Waiters.Waiter waiter = services.waiters().enter(key)) {
      return await(key, waiter, atMost);
    }
  }

  private Optional<Execution.Ending> await(ExecutionKey key, Waiters.Waiter waiter, Duration atMost)
      throws InterruptedException {
    return waiter.await(atMost, () -> holds(key), () -> control.ending(key));
  }

  /**
   * Waits until something holds that a commit of an execution brings about, on whichever node.
   *
   * @return false if it does not hold after that time
   */
  public boolean awaitCommit(ExecutionKey key, BooleanSupplier holds, Duration atMost)
      throws InterruptedException {
    try (Waiters.Waiter waiter = services.waiters().enter(key)) {
      return waiter.awaitCommit(atMost, holds);
    }
  }

  /** Ends all waiting for ends: for those who stop answering before the node stops. */
  public void letWaitersGo() {
    services.waiters().letGo();
  }

  private boolean holds(ExecutionKey key) {
    return life().filter(life -> life.holds(key)).isPresent();
  }

  private Here here() {
    return life().map(Incarnation::here).orElse(Here.NOBODY);
  }

  private Optional<Incarnation> life() {
    lock.lock();
    try {
      return Optional.ofNullable(current);
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
    return retry(failed, from, Optional.empty());
  }

  /**
   * The same once.
   *
   * @param idempotencyKey a second retry with that key is the first one
   */
  public ExecutionKey retry(
      ExecutionKey failed, Control.From from, Optional<String> idempotencyKey) {
    return retry(failed, from, idempotencyKey, Card.Origin.UNKNOWN, "");
  }

  /**
   * The same by somebody who is known.
   *
   * @param reason why, for those who look later; may be empty
   * @throws KeyReusedException if the key came with another request
   */
  public ExecutionKey retry(
      ExecutionKey failed,
      Control.From from,
      Optional<String> idempotencyKey,
      Card.Origin origin,
      String reason) {
    Commit again =
        control.retrial(failed, from, services.ids().next(), idempotencyKey, origin, reason);
    return launching
        .settled(again.card(), current().write(again))
        .orElseThrow(() -> new UnavailableException("the store went away; try again"));
  }

  /** An id that nothing else has, in the order of time. */
  public UUID newId() {
    return services.ids().next().value();
  }

  /** Whether this node has, or may have, a handler for a resource. */
  public boolean mayServe(String resource) {
    return services.outside().mayServe(resource);
  }

  /** What it has written so far. */
  public Figures figures() {
    return services.figures();
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
    services.carriers().close();
    if (last != null) {
      last.close();
    }
  }
}
