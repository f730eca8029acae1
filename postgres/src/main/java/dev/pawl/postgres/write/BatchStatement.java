package dev.pawl.postgres.write;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.Disposition.Continue;
import dev.pawl.engine.store.Disposition.Release;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.postgres.membership.RowHints;
import dev.pawl.postgres.membership.RunQueue;
import dev.pawl.postgres.row.KeyColumns;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Builds the one statement that writes a batch of commits, all or none, if the fence permits it.
 * Parts without rows are left out of the text, so there are a few dozen different texts, each
 * prepared once.
 *
 * <p>A statement cannot change the same row twice. {@link InBatchMessages} decides the order where
 * messages go to executions of the same batch.
 */
final class BatchStatement {

  private static final String FENCE =
      """
      with f as materialized (
        update pawl.fence set batch = ? where node = ? and writer = ? and batch = ?
        returning node, stops)
      """;

  // A change of emergency stops renumbers all fences, so that no batch can miss it.
  private static final String STOPS =
      ", (select pawl.refuse_stale_start() from f where f.stops <> ?)";

  private static final String SNAPSHOTS =
      """
      , s as (
        delete from pawl.snapshot s using g where s.tenant = any(?) and s.execution = any(?))
      """;

  // An execution that leaves its node without ending keeps its permits of unfinished executions.
  private static final String PERMITS =
      """
      , t as (
        update pawl.permit s set owner = null, execution = null
          from h where s.tenant = any(?) and s.execution = any(?)
           and (%s)
        returning 1)
      """;

  private static final String OF_ENDED = "s.execution in (select d.id from d)";
  private static final String OF_LEFT = "s.kind = 'active' and s.execution in (select p.id from p)";

  private final CheckEpochs epochs = new CheckEpochs();
  private final InsertIdempotencyKeys accepted = new InsertIdempotencyKeys();
  private final InsertExecutions inserts = new InsertExecutions();
  private final JournalRows journal = new JournalRows();
  private final RowLocks locks = new RowLocks();
  private final FinishExecutions ends = new FinishExecutions();
  private final ParkRows departures = new ParkRows();
  private final MarkEnding endingMarks = new MarkEnding();
  private final InsertMessages messages = new InsertMessages();
  private final DeleteReadMessages reads = new DeleteReadMessages();
  private final OfferRows offers = new OfferRows();
  private final KeyColumns snapshots = new KeyColumns();
  private final KeyColumns permits = new KeyColumns();
  private final StatementBuilder builder = new StatementBuilder();

  private final RunQueue queues;
  private final RowHints rowHints;
  private final List<Commit> leaving = new ArrayList<>();
  private final Set<ExecutionKey> insertedAwake = new HashSet<>();
  private final Set<ExecutionKey> queued = new HashSet<>();
  private boolean runnable;

  BatchStatement(RunQueue queues, RowHints rowHints) {
    this.queues = queues;
    this.rowHints = rowHints;
  }

  /** Replaces the content of this statement with the given commits. */
  void fill(List<Commit> commits, InBatchMessages inBatch, Instant now) {
    clear();
    for (Commit commit : commits) {
      add(commit, inBatch, now);
    }
    leaving.sort(Comparator.comparing(Commit::key, KeyColumns.ORDER));
    for (Commit commit : leaving) {
      if (commit.disposition() instanceof Disposition.Park parks) {
        departures.park(commit.key(), parks, commit.ending());
      } else {
        runnable = true;
        Instant position = queues.nextPosition(commit.key().tenant(), now);
        departures.release(commit.info(), position, commit.ending());
      }
    }
    inBatch.others().forEach(message -> messages.send(message.to(), message.body()));
    build();
  }

  private void clear() {
    List.of(epochs, accepted, inserts, journal, ends, departures, endingMarks, reads, offers)
        .forEach(StatementPart::clear);
    locks.clear();
    messages.clear();
    snapshots.clear();
    permits.clear();
    leaving.clear();
    insertedAwake.clear();
    queued.clear();
    runnable = false;
  }

  private void add(Commit commit, InBatchMessages inBatch, Instant now) {
    ExecutionKey key = commit.key();
    for (JournalEntry entry : commit.facts()) {
      journal.add(key, entry);
    }
    if (commit.isNew()) {
      epochs.add(commit.info());
    }
    if (needsPermit(commit)) {
      // Its outgoing work is left out: the node that starts it produces that work again.
      accepted.add(commit.info());
      queued.add(key);
      insert(commit, Release.RELEASE, inBatch, now);
      return;
    }
    reads.add(key, commit.read());
    offers.add(commit.outgoing().offering());
    if (commit.isNew()) {
      accepted.add(commit.info());
    }
    switch (commit.disposition()) {
      case Disposition.End ended -> end(commit, ended);
      case Continue continues -> {
        if (commit.isNew()) {
          insert(commit, continues, inBatch, now);
        } else if (!inBatch.keepsAwake(key)) {
          // Otherwise a message changes the row in this statement; the ending is written later.
          commit.ending().ifPresent(ending -> mark(key, ending));
        }
      }
      case Disposition.Park parks -> {
        Disposition disposition = inBatch.keepsAwake(key) ? Continue.CONTINUE : parks;
        leave(commit, disposition, inBatch, now);
      }
      case Release releases -> {
        boolean stays = inBatch.keepsAwake(key) && !commit.isNew();
        leave(commit, stays ? Continue.CONTINUE : releases, inBatch, now);
      }
    }
    for (Commit.ChildStart child : commit.outgoing().children()) {
      accepted.add(child.info());
      journal.add(child.info().key(), child.started());
      Disposition disposition = child.owned() ? Continue.CONTINUE : Release.RELEASE;
      insert(child.info(), disposition, inBatch, now, Optional.empty());
    }
    for (Commit.Abandoned abandoned : commit.outgoing().abandoned()) {
      messages.sendToChildren(key, abandoned.step(), abandoned.message());
    }
  }

  /**
   * Returns true if a new execution must wait for a permit instead of running on this node. Nodes
   * release such executions themselves unless the limit is new to them; an execution that has more
   * facts than its start keeps running and is counted later.
   */
  private boolean needsPermit(Commit commit) {
    return commit.isNew()
        && (commit.disposition() instanceof Continue
            || commit.disposition() instanceof Disposition.Park)
        && commit.facts().size() == 1
        && queues.isLimited(commit.info());
  }

  private void leave(Commit commit, Disposition disposition, InBatchMessages inBatch, Instant now) {
    if (commit.isNew()) {
      if (disposition instanceof Continue) {
        insertedAwake.add(commit.key());
      }
      insert(commit, disposition, inBatch, now);
    } else if (!(disposition instanceof Continue)) {
      leaving.add(commit);
      locks.add(commit.key());
      if (rowHints.permits().contains(commit.key())) {
        permits.add(commit.key());
      }
    }
  }

  private void mark(ExecutionKey key, Status ending) {
    endingMarks.add(key, ending);
    locks.add(key);
  }

  private void end(Commit commit, Disposition.End ended) {
    ExecutionKey key = commit.key();
    ends.add(commit.info(), ended, !commit.isNew());
    messages.excludeEnded(key);
    if (!commit.isNew()) {
      locks.add(key);
      if (rowHints.snapshots().contains(key)) {
        snapshots.add(key);
      }
      if (rowHints.permits().contains(key) || queues.isLimited(commit.info())) {
        permits.add(key);
      }
    }
  }

  private void insert(
      Commit commit, Disposition disposition, InBatchMessages inBatch, Instant now) {
    insert(commit.info(), disposition, inBatch, now, commit.ending());
  }

  private void insert(
      ExecutionMetadata info,
      Disposition disposition,
      InBatchMessages inBatch,
      Instant now,
      Optional<Status> ending) {
    List<byte[]> initialMessages = inBatch.initialMessages(info.key());
    Instant position = null;
    if (disposition instanceof Release) {
      runnable = true;
      position = queues.nextPosition(info.key().tenant(), now);
    }
    inserts.add(
        info, disposition, position, initialMessages.size(), ending, queueing(info, inBatch));
    for (int i = 0; i < initialMessages.size(); i++) {
      messages.sendToNew(
          info.key(), i + 1, disposition instanceof Continue, initialMessages.get(i));
    }
  }

  private InsertExecutions.Queueing queueing(ExecutionMetadata info, InBatchMessages inBatch) {
    if (inBatch.isAbandoned(info.key())) {
      return InsertExecutions.Queueing.IS_CANCELLED;
    }
    return rowHints.reserved().contains(info.key())
        ? InsertExecutions.Queueing.HAS_PERMITS
        : InsertExecutions.Queueing.WAITS;
  }

  private void build() {
    boolean ending = ends.liveCount() > 0;
    boolean leavingAny = !departures.isEmpty();
    boolean sending = !messages.isEmpty();
    int changeKinds =
        (ending ? 1 : 0)
            + (leavingAny ? 1 : 0)
            + (sending ? 1 : 0)
            + (endingMarks.isEmpty() ? 0 : 1);
    builder.clear();
    builder.add(FENCE);
    epochs.appendTo(builder);
    accepted.appendTo(builder);
    inserts.appendTo(builder);
    journal.appendTo(builder);
    messages.appendReceivers(builder);
    locks.appendTo(builder, changeKinds > 1, sending);
    ends.appendTo(builder);
    departures.appendTo(builder);
    endingMarks.appendTo(builder);
    messages.appendDelivery(builder);
    reads.appendTo(builder);
    offers.appendTo(builder);
    if (!snapshots.isEmpty()) {
      builder.add(SNAPSHOTS, snapshots.tenants, snapshots.ids);
    }
    if (!permits.isEmpty()) {
      String gone = ending ? OF_ENDED : "false";
      String left = leavingAny ? OF_LEFT : "false";
      builder.add(PERMITS.formatted(gone + " or " + left), permits.tenants, permits.ids);
    }
    addResultColumns(ending, leavingAny, sending);
  }

  private void addResultColumns(boolean ending, boolean leavingAny, boolean sending) {
    builder.add("select (select count(*) from f)");
    builder.add(
        leavingAny ? ", (select string_agg(p.tenant || ' ' || p.id, ',') from p)" : ", null");
    builder.add(
        ending
            ? ", (select count(*) from d), (select string_agg(d.tenant || ' ' || d.id || ' ' ||"
                + " d.messages, ',') from d where d.messages > 0)"
            : ", 0, null");
    builder.add(STOPS);
    epochs.appendCheck(builder);
    if (runnable || !permits.isEmpty()) {
      builder.add(", (select pg_notify('pawl', '') from f)");
    }
    if (sending) {
      builder.add(
          ", (select count(pg_notify('pawl', coalesce(o.owner::text, ''))) from"
              + " (select distinct l.owner from l, f where l.owner is distinct from f.node) o)");
    }
  }

  String text() {
    return builder.text();
  }

  void bind(PreparedStatement statement, int node, int writer, long number, long stops)
      throws SQLException {
    statement.setLong(1, number);
    statement.setInt(2, node);
    statement.setInt(3, writer);
    statement.setLong(4, number - 1);
    int next = builder.bind(statement, 5);
    statement.setLong(next, stops);
  }

  /** Returns the notification payloads of the resources that this batch offers work for. */
  Set<String> offered() {
    return offers.payloads();
  }

  /** Returns the approximate number of dead row versions that this batch leaves behind. */
  int deadRows() {
    return ends.liveCount()
        + leaving.size()
        + endingMarks.count()
        + reads.count()
        + messages.count()
        + offers.withdrawn();
  }

  /** Returns the number of live executions that this batch is expected to remove. */
  int ending() {
    return ends.liveCount();
  }

  /** Returns true if the commit's execution waits in the run queue instead of running at once. */
  boolean isQueued(Commit commit) {
    return queued.contains(commit.key());
  }

  /**
   * Returns true if an execution inserted as parked stays awake because messages arrived in the
   * same batch.
   */
  boolean isInsertedAwake(Commit commit) {
    return insertedAwake.contains(commit.key());
  }

  /**
   * Returns true if this node may find new work after the batch: a message, or an execution to
   * claim.
   */
  boolean mayCreateWork() {
    return runnable || !messages.isEmpty() || !permits.isEmpty();
  }
}
