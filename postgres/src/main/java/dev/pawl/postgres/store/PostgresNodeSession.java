package dev.pawl.postgres.store;

import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.InboxMessage;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.postgres.claim.ClaimRunnable;
import dev.pawl.postgres.claim.DeliverOutbox;
import dev.pawl.postgres.claim.HoldBack;
import dev.pawl.postgres.claim.KeepLease;
import dev.pawl.postgres.claim.Listener;
import dev.pawl.postgres.claim.ReadMessages;
import dev.pawl.postgres.claim.ReleaseDead;
import dev.pawl.postgres.claim.RingTimers;
import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.connection.DedicatedConnection;
import dev.pawl.postgres.connection.HotTableVacuum;
import dev.pawl.postgres.connection.SqlFault;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.membership.ExclusiveUse;
import dev.pawl.postgres.membership.NodeWakeUp;
import dev.pawl.postgres.membership.OfferNotifier;
import dev.pawl.postgres.membership.OfferSignals;
import dev.pawl.postgres.membership.RowHints;
import dev.pawl.postgres.membership.RunQueue;
import dev.pawl.postgres.membership.StoppedTenants;
import dev.pawl.postgres.membership.WriterContext;
import dev.pawl.postgres.write.Writer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Implements the session of one node that has joined the store. It keeps separate connections for
 * the writers, for claims and messages, for the lease and for notifications, so that none of them
 * waits for another.
 */
final class PostgresNodeSession implements NodeSession {

  private static final Logger LOG = System.getLogger(PostgresNodeSession.class.getName());

  private final Connections connections;
  private final KeepLease keepLease;
  private final WriterContext context;
  private final List<Writer> writers = new ArrayList<>();
  private final DedicatedConnection leaseConnection;
  private final DedicatedConnection claimConnection;
  private final ReentrantLock leaseTurn = new ReentrantLock();
  private final ReentrantLock claimTurn = new ReentrantLock();
  private final ClaimRunnable claimRunnable;
  private final RingTimers ringTimers;
  private final DeliverOutbox deliverOutbox;
  private final ReadMessages readMessages;
  private final LearnLimits learnLimits;
  private final Listener listener;
  private final Consumer<PostgresNodeSession> closed;

  private PostgresNodeSession(
      Connections connections,
      DedicatedConnection leaseConnection,
      KeepLease keepLease,
      OfferSignals offerNews,
      Runnable configChanged,
      Consumer<PostgresNodeSession> closed) {
    this.connections = connections;
    this.leaseConnection = leaseConnection;
    this.keepLease = keepLease;
    this.closed = closed;
    int count = connections.options().writers();
    context =
        new WriterContext(
            keepLease.node(),
            keepLease.lease(),
            new RunQueue(),
            new RowHints(),
            new NodeWakeUp(),
            new OfferNotifier(connections, offerNews, keepLease.node()),
            new AtomicLong(),
            new StoppedTenants());
    HotTableVacuum sweep = new HotTableVacuum(connections);
    for (int number = 0; number < count; number++) {
      writers.add(new Writer(connections, context, sweep, number));
    }
    claimConnection = new DedicatedConnection(connections);
    claimRunnable = new ClaimRunnable(claimConnection, context, count);
    ringTimers = new RingTimers(claimConnection);
    deliverOutbox = new DeliverOutbox(claimConnection);
    readMessages = new ReadMessages(claimConnection, context.node());
    learnLimits = new LearnLimits(connections, context);
    listener = new Listener(connections, context, offerNews, learnLimits::readNow, configChanged);
  }

  static PostgresNodeSession join(
      Connections connections,
      String name,
      OfferSignals offerNews,
      Runnable configChanged,
      Consumer<PostgresNodeSession> closed)
      throws SQLException {
    DedicatedConnection connection = new DedicatedConnection(connections);
    StoreOptions options = connections.options();
    try {
      KeepLease keepLease = KeepLease.join(connection, name, options.lease(), options.writers());
      PostgresNodeSession session =
          new PostgresNodeSession(
              connections, connection, keepLease, offerNews, configChanged, closed);
      session.context.queues().readLimits(connection);
      session.context.stops().read(connection, keepLease.node());
      if (!options.pooled()) {
        session.listener.start();
      }
      session.context.notifier().start();
      return session;
    } catch (SQLException failed) {
      connection.close();
      throw failed;
    }
  }

  @Override
  public int node() {
    return context.node();
  }

  @Override
  public int writers() {
    return writers.size();
  }

  @Override
  public List<CommitResult> write(int writer, List<Commit> batch) throws InterruptedException {
    return writers.get(writer).write(batch);
  }

  @Override
  public List<ClaimedExecution> claim(int max) {
    context.wakeUp().clearDueTime();
    return ExclusiveUse.on(
        claimConnection,
        claimTurn,
        context.lease(),
        () -> {
          RingTimers.Rung rung = ringTimers.ring(Math.max(max, 100));
          if (rung.posted()) {
            deliverOutbox.deliver();
          }
          if (rung.holdsBack()) {
            if (context.queues().isAnyQueueTimed()) {
              HoldBack.expire(claimConnection);
            }
            HoldBack.requeue(claimConnection);
          }
          Instant now = context.lease().now();
          rung.next().ifPresent(in -> context.wakeUp().expect(now.plus(in), now));
          return max == 0 ? List.of() : claimRunnable.claim(max, rung.holdsBack());
        });
  }

  @Override
  public List<InboxMessage> messages(int max) {
    return ExclusiveUse.on(
        claimConnection, claimTurn, context.lease(), () -> readMessages.read(max));
  }

  @Override
  public void saveSnapshot(ExecutionKey key, ClaimedExecution.Snapshot snapshot) {
    context.lease().check();
    SaveSnapshot.save(connections, context, key, snapshot);
  }

  @Override
  public List<ExecutionMetadata> children(ExecutionKey parent) {
    context.lease().check();
    return ReadChildren.of(connections, parent);
  }

  @Override
  public Instant renew() {
    return ExclusiveUse.on(
        leaseConnection,
        leaseTurn,
        context.lease(),
        () -> {
          Instant now = keepLease.renew();
          learnLimits.read(leaseConnection);
          return now;
        });
  }

  @Override
  public boolean isLimited(ExecutionMetadata info) {
    return context.queues().isLimited(info);
  }

  @Override
  public int members() {
    return keepLease.members();
  }

  @Override
  public Duration lease() {
    return context.lease().duration();
  }

  @Override
  public int releaseDead() {
    context.lease().check();
    try {
      int released = ReleaseDead.release(connections);
      if (released > 0) {
        context.wakeUp().signal();
      }
      return released;
    } catch (SQLException failed) {
      throw SqlFault.unavailable(failed);
    }
  }

  @Override
  public void awaitWork(Duration atMost) throws InterruptedException {
    context.wakeUp().await(atMost);
  }

  /** Reads the limits now. */
  void readLimits() {
    learnLimits.readNow();
  }

  void wakeUp() {
    context.wakeUp().signal();
  }

  @Override
  public void close() {
    boolean expelled = context.lease().isLost();
    context.lease().markLost("closed");
    listener.close();
    context.notifier().close();
    if (!expelled) {
      try {
        ReleaseDead.resign(connections, context.node());
      } catch (SQLException failed) {
        LOG.log(Level.WARNING, "Others will take over when the lease has lapsed", failed);
      }
    }
    writers.forEach(Writer::close);
    close(claimTurn, claimConnection);
    close(leaseTurn, leaseConnection);
    context.wakeUp().signal();
    closed.accept(this);
  }

  private static void close(ReentrantLock turn, DedicatedConnection connection) {
    turn.lock();
    try {
      connection.close();
    } finally {
      turn.unlock();
    }
  }
}
