package dev.pawl.postgres.store;

import dev.pawl.engine.node.Ids;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.engine.store.Written;
import dev.pawl.postgres.claim.ClaimRunnable;
import dev.pawl.postgres.claim.DeliverPosted;
import dev.pawl.postgres.claim.HoldBack;
import dev.pawl.postgres.claim.KeepLease;
import dev.pawl.postgres.claim.Listener;
import dev.pawl.postgres.claim.ReadLetters;
import dev.pawl.postgres.claim.ReleaseDead;
import dev.pawl.postgres.claim.RingTimers;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.connection.Fault;
import dev.pawl.postgres.connection.Line;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.connection.Sweep;
import dev.pawl.postgres.desk.Attempt;
import dev.pawl.postgres.desk.Desk;
import dev.pawl.postgres.desk.Held;
import dev.pawl.postgres.desk.Herald;
import dev.pawl.postgres.desk.Lanes;
import dev.pawl.postgres.desk.News;
import dev.pawl.postgres.desk.OfferNews;
import dev.pawl.postgres.permit.CountUnfinished;
import dev.pawl.postgres.row.Cards;
import dev.pawl.postgres.schema.Partitions;
import dev.pawl.postgres.write.Writer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * One node's right to write. Four kinds of connections of its own, so that nothing waits for
 * something else: the writers, one for claims and letters, one for the lease, one that listens.
 */
final class PostgresMembership implements Membership {

  private static final Logger LOG = System.getLogger(PostgresMembership.class.getName());

  // Also of one that has just parked, which is when most of them are kept.
  private static final String KEEP =
      """
      with e as materialized (
        select e.tenant, e.id, e.owner from pawl.execution e
         where e.tenant = ? and e.id = ? and (e.owner = ? or e.owner is null and e.lane = 100))
      , s as (
        insert into pawl.snapshot (tenant, execution, seq, at, format, bytes)
        select e.tenant, e.id, ?, ?, ?, ? from e
        on conflict (tenant, execution) do update
           set seq = excluded.seq, at = excluded.at,
               format = excluded.format, bytes = excluded.bytes
         where snapshot.seq < excluded.seq)
      select from e where e.owner is not null
      """;

  private static final String CHILDREN =
      """
      select %1$s from pawl.execution e where e.tenant = ? and e.parent = ?
      union all
      select %1$s from pawl.finished e where e.tenant = ? and e.parent = ? and e.id >= ?
      """
          .formatted(Cards.COLUMNS);

  // Clocks of nodes differ a little, so a child may seem older than its parent.
  private static final Duration OLDER = Duration.ofHours(1);

  /** By then a batch is written that was filled before a limit was known. */
  private static final Duration IN_FLIGHT = Duration.ofSeconds(1);

  private final Connections connections;
  private final KeepLease keepLease;
  private final Desk desk;
  private final List<Writer> writers = new ArrayList<>();
  private final Line leaseLine;
  private final Line readLine;
  private final ReentrantLock leaseTurn = new ReentrantLock();
  private final ReentrantLock readTurn = new ReentrantLock();
  private final ClaimRunnable claimRunnable;
  private final RingTimers ringTimers;
  private final DeliverPosted deliverPosted;
  private final ReadLetters readLetters;
  private final Listener listener;
  private final Consumer<PostgresMembership> closed;

  private PostgresMembership(
      Connections connections,
      Line leaseLine,
      KeepLease keepLease,
      OfferNews offerNews,
      Consumer<PostgresMembership> closed) {
    this.connections = connections;
    this.leaseLine = leaseLine;
    this.keepLease = keepLease;
    this.closed = closed;
    int count = connections.options().writers();
    desk =
        new Desk(
            keepLease.node(),
            keepLease.lease(),
            new Lanes(),
            new Held(),
            new News(),
            new Herald(connections, offerNews, keepLease.node()),
            new AtomicLong());
    Sweep sweep = new Sweep(connections);
    for (int number = 0; number < count; number++) {
      writers.add(new Writer(connections, desk, sweep, number));
    }
    readLine = new Line(connections);
    claimRunnable = new ClaimRunnable(readLine, desk, count);
    ringTimers = new RingTimers(readLine);
    deliverPosted = new DeliverPosted(readLine);
    readLetters = new ReadLetters(readLine, desk.node());
    listener = new Listener(connections, desk, offerNews, this::lookAtLimits);
  }

  static PostgresMembership join(
      Connections connections,
      String name,
      OfferNews offerNews,
      Consumer<PostgresMembership> closed)
      throws SQLException {
    Line line = new Line(connections);
    StoreOptions options = connections.options();
    try {
      KeepLease keepLease = KeepLease.join(line, name, options.lease(), options.writers());
      PostgresMembership membership =
          new PostgresMembership(connections, line, keepLease, offerNews, closed);
      membership.desk.lanes().readLimits(line);
      if (!options.pooled()) {
        membership.listener.start();
      }
      membership.desk.herald().start();
      return membership;
    } catch (SQLException failed) {
      line.close();
      throw failed;
    }
  }

  @Override
  public int node() {
    return desk.node();
  }

  @Override
  public int writers() {
    return writers.size();
  }

  @Override
  public List<Written> write(int writer, List<Commit> batch) throws InterruptedException {
    return writers.get(writer).write(batch);
  }

  @Override
  public List<Claimed> claim(int max) {
    desk.news().look();
    return Attempt.on(
        readLine,
        readTurn,
        desk.lease(),
        () -> {
          RingTimers.Rung rung = ringTimers.ring(Math.max(max, 100));
          if (rung.posted()) {
            deliverPosted.deliver();
          }
          if (rung.limited()) {
            if (desk.lanes().isAnyQueueTimed()) {
              HoldBack.expire(readLine);
            }
            HoldBack.comeBack(readLine);
          }
          Instant now = desk.lease().now();
          rung.next().ifPresent(in -> desk.news().expect(now.plus(in), now));
          return max == 0 ? List.of() : claimRunnable.claim(max, rung.limited());
        });
  }

  @Override
  public List<Letter> letters(int max) {
    return Attempt.on(readLine, readTurn, desk.lease(), () -> readLetters.read(max));
  }

  @Override
  public void keep(ExecutionKey key, Claimed.Snapshot snapshot) {
    desk.lease().check();
    try (Connection connection = connections.borrow();
        PreparedStatement statement = connection.prepareStatement(KEEP)) {
      statement.setInt(1, key.tenant().value());
      statement.setObject(2, key.id().value());
      statement.setInt(3, desk.node());
      statement.setInt(4, Math.toIntExact(snapshot.seq()));
      statement.setObject(5, OffsetDateTime.ofInstant(snapshot.at(), ZoneOffset.UTC));
      statement.setInt(6, snapshot.format());
      statement.setBytes(7, snapshot.bytes());
      desk.held().snapshots().add(key);
      try (ResultSet rows = statement.executeQuery()) {
        if (!rows.next()) {
          desk.held().snapshots().remove(key);
        }
      }
    } catch (SQLException failed) {
      throw Fault.unavailable(failed);
    }
  }

  @Override
  public List<Card> children(ExecutionKey parent) {
    desk.lease().check();
    try (Connection connection = connections.borrow();
        PreparedStatement statement = connection.prepareStatement(CHILDREN)) {
      Instant born = Ids.timeOf(parent.id());
      statement.setInt(1, parent.tenant().value());
      statement.setObject(2, parent.id().value());
      statement.setInt(3, parent.tenant().value());
      statement.setObject(4, parent.id().value());
      statement.setObject(5, Partitions.first(born.minus(OLDER)));
      List<Card> children = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          children.add(Cards.read(rows));
        }
      }
      return children;
    } catch (SQLException failed) {
      throw Fault.unavailable(failed);
    }
  }

  @Override
  public Instant renew() {
    return Attempt.on(
        leaseLine,
        leaseTurn,
        desk.lease(),
        () -> {
          Instant now = keepLease.renew();
          limitsLearned(desk.lanes().readLimits(leaseLine));
          return now;
        });
  }

  @Override
  public boolean isLimited(Card card) {
    return desk.lanes().isLimited(card);
  }

  /** Reads the limits now; one that cannot be read now is read with the next renewal. */
  void lookAtLimits() {
    try (Connection connection = connections.borrow()) {
      limitsLearned(desk.lanes().readLimits(connection));
    } catch (SQLException failed) {
      LOG.log(Level.DEBUG, "Limits are read with the next renewal", failed);
    }
  }

  /** What this node started before it knew of a limit counts as soon as that is written. */
  private void limitsLearned(Set<Lanes.Scope> scopes) {
    if (!scopes.isEmpty() && !desk.lease().isLost()) {
      Thread.ofVirtual().name("pawl-limits-" + desk.node()).start(() -> countUnfinished(scopes));
    }
  }

  private void countUnfinished(Set<Lanes.Scope> scopes) {
    try {
      Thread.sleep(IN_FLIGHT);
      Borrowed borrowed = new Borrowed(connections::borrow);
      for (Lanes.Scope scope : scopes) {
        borrowed.transact(
            connection -> {
              Borrowed.update(connection, CountUnfinished.ONE_AT_A_TIME);
              CountUnfinished.count(connection, scope.tenant(), scope.flow());
              return true;
            });
      }
    } catch (UnavailableException failed) {
      LOG.log(Level.DEBUG, "The audit counts what started without a permit", failed);
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public int members() {
    return keepLease.members();
  }

  @Override
  public Duration lease() {
    return desk.lease().duration();
  }

  @Override
  public int releaseDead() {
    desk.lease().check();
    try {
      int released = ReleaseDead.release(connections);
      if (released > 0) {
        desk.news().tell();
      }
      return released;
    } catch (SQLException failed) {
      throw Fault.unavailable(failed);
    }
  }

  @Override
  public void awaitNews(Duration atMost) throws InterruptedException {
    desk.news().await(atMost);
  }

  void tell() {
    desk.news().tell();
  }

  @Override
  public void close() {
    boolean expelled = desk.lease().isLost();
    desk.lease().lose("closed");
    listener.close();
    desk.herald().close();
    if (!expelled) {
      try {
        ReleaseDead.resign(connections, desk.node());
      } catch (SQLException failed) {
        LOG.log(Level.WARNING, "Others will take over when the lease has lapsed", failed);
      }
    }
    writers.forEach(Writer::close);
    locked(readTurn, readLine);
    locked(leaseTurn, leaseLine);
    desk.news().tell();
    closed.accept(this);
  }

  private static void locked(ReentrantLock turn, Line line) {
    turn.lock();
    try {
      line.close();
    } finally {
      turn.unlock();
    }
  }
}
