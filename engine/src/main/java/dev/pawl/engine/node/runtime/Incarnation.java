package dev.pawl.engine.node.runtime;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.node.external.HandlerCaller;
import dev.pawl.engine.node.external.LocalDelivery;
import dev.pawl.engine.node.external.LocalOfferConsumer;
import dev.pawl.engine.node.metrics.NodeLoad;
import dev.pawl.engine.node.time.PeriodicLoop;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.UnavailableException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One session of a node with its store: everything that the node loses together with its lease.
 * Executions in memory, handler calls, timers and unwritten commits end with it; the next owner of
 * an execution, on this or another node, continues from what is in the store.
 */
public final class Incarnation {

  private static final System.Logger LOG = System.getLogger(Incarnation.class.getName());
  private static final Duration DRAIN_POLL_INTERVAL = Duration.ofMillis(10);
  private static final Duration MAX_FINAL_COMMIT_WAIT = Duration.ofSeconds(5);

  private final NodeServices services;
  private final NodeSession session;
  private final Runnable onExpelled;
  private final RuntimeClock time;
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final Committer committer;
  private final EngineExecutor executor;
  private final PendingCommits receipts = new PendingCommits(isOver::get);
  private final NodeExecutions executions;
  private final Lease lease;
  private final PendingStarts starts;
  private final LocalOfferConsumer offerConsumer;
  private final ExecutionHost host;
  private final WorkIntake intake;
  private final WakeUp inboxCheck;
  private final List<PeriodicLoop> loops = new ArrayList<>();

  /**
   * Creates an incarnation that owns nothing yet.
   *
   * @param onExpelled called once after the lease is lost, to join again
   */
  public Incarnation(NodeServices services, NodeSession session, Runnable onExpelled) {
    this.services = services;
    this.session = session;
    this.onExpelled = onExpelled;
    this.time = services.time();
    NodeOptions options = services.options();
    this.inboxCheck = new WakeUp(time);
    this.executor = new EngineExecutor(time);
    this.executions = new NodeExecutions(receipts, options.maxOwned());
    this.lease = new Lease(session, time, services.clock());
    this.starts =
        new PendingStarts(lease, executions, new PendingCommits(isOver::get), options.storeWait());
    this.offerConsumer =
        new LocalOfferConsumer(
            services.handlers(), services.store(), time, session.node(), options.poll());
    this.committer = new Committer(services, session, this::expelled);
    this.host =
        new ExecutionHost(
            services,
            session,
            new ExecutionHost.Lifecycle(isOver::get, this::expelled),
            new ExecutionHost.HostServices(
                committer,
                executor,
                executions,
                new HandlerCaller(services.handlers(), lease),
                inboxCheck));
    this.intake = new WorkIntake(session, executions, host, inboxCheck, options.poll());
  }

  /** Renews the lease and starts all loops. */
  public void begin() {
    lease.renew();
    loops.add(
        new PeriodicLoop(
            "lease", time, untilExpelled(starts::renewLease), PendingStarts.MAX_RENEWAL_PAUSE));
    loop("notifications", intake::awaitNotification);
    loop("intake", intake::receive);
    loop("dead-nodes", intake::releaseDead);
    loop("offers", offerConsumer::poll);
    loop("breakers", () -> services.handlers().breakers().poll(inboxCheck::signal));
  }

  private void loop(String name, PeriodicLoop.Task task) {
    loops.add(new PeriodicLoop(name, time, untilExpelled(task)));
  }

  private PeriodicLoop.Task untilExpelled(PeriodicLoop.Task task) {
    return () -> {
      try {
        return task.run();
      } catch (ExpelledException e) {
        expelled(e);
        return Duration.ofDays(1);
      }
    };
  }

  /** Returns the number of this incarnation in the store. */
  public int node() {
    return session.node();
  }

  /** Returns true if an execution with this metadata may start on this node at once. */
  public boolean canStart(ExecutionMetadata info) {
    return executions.hasCapacity() && !session.isLimited(info);
  }

  /** Starts a new execution on this node; the result is that of its first commit. */
  public CompletableFuture<CommitResult> start(
      ExecutionMetadata info, Interpreter interpreter, Fact.Started started, boolean express) {
    return host.start(info, interpreter, started, express);
  }

  /**
   * Writes a commit for a caller.
   *
   * @return the result; fails with {@link ExpelledException} if this incarnation ends before
   */
  public CompletableFuture<CommitResult> write(Commit commit) {
    CompletableFuture<CommitResult> written = starts.createCommit();
    host.write(commit, written::complete);
    return written;
  }

  /**
   * Refuses a start while the store is out of reach.
   *
   * @throws UnavailableException if it has been so for longer than the node waits for its store
   */
  public void refuseIfStoreUnreachable() {
    starts.refuseIfUnreachable();
  }

  /** Returns the queue lengths of this incarnation. */
  public NodeLoad load() {
    Semaphore permits = services.handlers().permits();
    return new NodeLoad(
        executions.count(),
        committer.queued(),
        services.options().maxCalls() - permits.availablePermits(),
        permits.getQueueLength(),
        services.handlers().breakers().count());
  }

  /** Returns the number of commits that wait for a writer. */
  public int queuedCommits() {
    return committer.queued();
  }

  /** Returns the delivery to executions in the memory of this incarnation. */
  public LocalDelivery localDelivery() {
    return executions;
  }

  /** Returns true if an execution is in the memory of this incarnation. */
  public boolean holds(ExecutionKey key) {
    return executions.contains(key);
  }

  private void expelled(ExpelledException e) {
    if (isOver.compareAndSet(false, true)) {
      LOG.log(Level.WARNING, "node " + session.node() + " joins again: " + e.getMessage());
      try {
        end();
      } finally {
        // Even if ending fails, the node must join again.
        onExpelled.run();
        // Last, because it may block on a store that does not respond.
        session.close();
      }
    }
  }

  /** Returns true once this incarnation was closed or has lost its lease. */
  public boolean isOver() {
    return isOver.get();
  }

  /** Waits for work in progress, at most for the grace time, and releases all executions. */
  public void close() {
    executions.stopAccepting();
    if (isOver.compareAndSet(false, true)) {
      try {
        drain();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      end();
      session.close();
    }
  }

  private void drain() throws InterruptedException {
    Instant until = services.clock().now().plus(services.options().grace());
    while (executions.isAnyBusy() && services.clock().now().isBefore(until)) {
      time.sleep(DRAIN_POLL_INTERVAL);
    }
    committer.awaitEmpty(MAX_FINAL_COMMIT_WAIT.toNanos());
  }

  private void end() {
    loops.forEach(PeriodicLoop::close);
    committer.close();
    executor.close();
    offerConsumer.close();
    executions.abandonAll();
    receipts.failAll();
    starts.failAll();
    lease.end();
  }
}
