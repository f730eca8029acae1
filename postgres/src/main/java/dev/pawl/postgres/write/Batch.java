package dev.pawl.postgres.write;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Fate;
import dev.pawl.postgres.desk.Held;
import dev.pawl.postgres.desk.Lanes;
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
 * One statement that writes commits, all or none, if the fence lets it. Parts that nothing needs
 * are left out of the text, so there are a few dozen different texts, each prepared once.
 *
 * <p>A statement cannot change the same row twice. Where letters go to executions of the same
 * batch, {@link Meetings} says what comes first.
 */
final class Batch {

  private static final String FENCE =
      """
      with f as materialized (
        update pawl.fence set batch = ? where node = ? and writer = ? and batch = ? returning node)
      """;

  private static final String SNAPSHOTS =
      """
      , s as (
        delete from pawl.snapshot s using g where s.tenant = any(?) and s.execution = any(?))
      """;

  // One that leaves its node without an end keeps the permits of unfinished executions.
  private static final String SLOTS =
      """
      , t as (
        update pawl.slot s set owner = null, execution = null
          from h where s.tenant = any(?) and s.execution = any(?)
           and (%s)
        returning 1)
      """;

  private static final String OF_ENDED = "s.execution in (select d.id from d)";
  private static final String OF_LEFT = "s.kind = 'active' and s.execution in (select p.id from p)";

  private final AcceptedKeys accepted = new AcceptedKeys();
  private final Births births = new Births();
  private final JournalRows journal = new JournalRows();
  private final Locks locks = new Locks();
  private final Ends ends = new Ends();
  private final Leaves leaves = new Leaves();
  private final EndingMarks endingMarks = new EndingMarks();
  private final Letters letters = new Letters();
  private final Reads reads = new Reads();
  private final OfferRows offers = new OfferRows();
  private final KeyColumns snapshots = new KeyColumns();
  private final KeyColumns slots = new KeyColumns();
  private final Draft draft = new Draft();

  private final Lanes lanes;
  private final Held held;
  private final List<Commit> leaving = new ArrayList<>();
  private final Set<ExecutionKey> bornAwake = new HashSet<>();
  private final Set<ExecutionKey> queued = new HashSet<>();
  private boolean runnable;

  Batch(Lanes lanes, Held held) {
    this.lanes = lanes;
    this.held = held;
  }

  /** Takes these commits instead of those it had. */
  void fill(List<Commit> commits, Meetings meetings, Instant now) {
    clear();
    for (Commit commit : commits) {
      add(commit, meetings, now);
    }
    leaving.sort(Comparator.comparing(Commit::key, KeyColumns.ORDER));
    for (Commit commit : leaving) {
      if (commit.fate() instanceof Fate.Parks parks) {
        leaves.park(commit.key(), parks, commit.ending());
      } else {
        runnable = true;
        Instant place = lanes.place(commit.key().tenant(), now);
        leaves.handBack(commit.card(), place, commit.ending());
      }
    }
    meetings.others().forEach(letter -> letters.send(letter.to(), letter.body()));
    draft();
  }

  private void clear() {
    List.of(accepted, births, journal, ends, leaves, endingMarks, reads, offers)
        .forEach(Part::clear);
    locks.clear();
    letters.clear();
    snapshots.clear();
    slots.clear();
    leaving.clear();
    bornAwake.clear();
    queued.clear();
    runnable = false;
  }

  private void add(Commit commit, Meetings meetings, Instant now) {
    ExecutionKey key = commit.key();
    for (Entry entry : commit.facts()) {
      journal.add(key, entry);
    }
    if (needsPermit(commit)) {
      // What it asks for is left out: whoever starts it asks for that again.
      accepted.add(commit.card());
      queued.add(key);
      born(commit, Fate.HandedBack.HANDED_BACK, meetings, now);
      return;
    }
    reads.add(key, commit.read());
    offers.add(commit.outgoing().offering());
    if (commit.birth()) {
      accepted.add(commit.card());
    }
    switch (commit.fate()) {
      case Fate.Ended ended -> end(commit, ended);
      case Fate.GoesOn goesOn -> {
        if (commit.birth()) {
          born(commit, goesOn, meetings, now);
        } else if (!meetings.keepsAwake(key)) {
          // Otherwise its row is changed by a letter, and what is not said now is said later.
          commit.ending().ifPresent(ending -> mark(key, ending));
        }
      }
      case Fate.Parks parks -> {
        Fate fate = meetings.keepsAwake(key) ? Fate.GoesOn.GOES_ON : parks;
        leave(commit, fate, meetings, now);
      }
      case Fate.HandedBack handedBack -> {
        boolean stays = meetings.keepsAwake(key) && !commit.birth();
        leave(commit, stays ? Fate.GoesOn.GOES_ON : handedBack, meetings, now);
      }
    }
    for (Commit.Newborn child : commit.outgoing().children()) {
      accepted.add(child.card());
      journal.add(child.card().key(), child.started());
      Fate fate = child.owned() ? Fate.GoesOn.GOES_ON : Fate.HandedBack.HANDED_BACK;
      born(child.card(), fate, meetings, now, Optional.empty());
    }
    for (Commit.Abandoned abandoned : commit.outgoing().abandoned()) {
      letters.sendToChildren(key, abandoned.step(), abandoned.letter());
    }
  }

  /**
   * True if an execution must wait for a permit instead of going on where it was begun. Nodes hand
   * those back by themselves, unless the limit is news to them; one that has done more than to
   * start goes on, and is counted later.
   */
  private boolean needsPermit(Commit commit) {
    return commit.birth()
        && (commit.fate() instanceof Fate.GoesOn || commit.fate() instanceof Fate.Parks)
        && commit.facts().size() == 1
        && lanes.isLimited(commit.card());
  }

  private void leave(Commit commit, Fate fate, Meetings meetings, Instant now) {
    if (commit.birth()) {
      if (fate instanceof Fate.GoesOn) {
        bornAwake.add(commit.key());
      }
      born(commit, fate, meetings, now);
    } else if (!(fate instanceof Fate.GoesOn)) {
      leaving.add(commit);
      locks.add(commit.key());
      if (held.slots().contains(commit.key())) {
        slots.add(commit.key());
      }
    }
  }

  private void mark(ExecutionKey key, Status ending) {
    endingMarks.add(key, ending);
    locks.add(key);
  }

  private void end(Commit commit, Fate.Ended ended) {
    ExecutionKey key = commit.key();
    ends.add(commit.card(), ended, !commit.birth());
    letters.ends(key);
    if (!commit.birth()) {
      locks.add(key);
      if (held.snapshots().contains(key)) {
        snapshots.add(key);
      }
      if (held.slots().contains(key) || lanes.isLimited(commit.card())) {
        slots.add(key);
      }
    }
  }

  private void born(Commit commit, Fate fate, Meetings meetings, Instant now) {
    born(commit.card(), fate, meetings, now, commit.ending());
  }

  private void born(Card card, Fate fate, Meetings meetings, Instant now, Optional<Status> ending) {
    List<byte[]> welcome = meetings.welcome(card.key());
    Instant place = null;
    if (fate instanceof Fate.HandedBack) {
      runnable = true;
      place = lanes.place(card.key().tenant(), now);
    }
    births.add(card, fate, place, welcome.size(), ending, queueing(card, meetings));
    for (int i = 0; i < welcome.size(); i++) {
      letters.welcome(card.key(), i + 1, fate instanceof Fate.GoesOn, welcome.get(i));
    }
  }

  private Births.Queueing queueing(Card card, Meetings meetings) {
    if (meetings.isAbandoned(card.key())) {
      return Births.Queueing.IS_CANCELLED;
    }
    return held.reserved().contains(card.key())
        ? Births.Queueing.HAS_PERMITS
        : Births.Queueing.WAITS;
  }

  private void draft() {
    boolean ending = ends.leaving() > 0;
    boolean leavingAny = !leaves.isEmpty();
    boolean sending = !letters.isEmpty();
    int ways =
        (ending ? 1 : 0)
            + (leavingAny ? 1 : 0)
            + (sending ? 1 : 0)
            + (endingMarks.isEmpty() ? 0 : 1);
    draft.clear();
    draft.add(FENCE);
    accepted.draft(draft);
    births.draft(draft);
    journal.draft(draft);
    letters.draftTargets(draft);
    locks.draft(draft, ways > 1, sending);
    ends.draft(draft);
    leaves.draft(draft);
    endingMarks.draft(draft);
    letters.draftDelivery(draft);
    reads.draft(draft);
    offers.draft(draft);
    if (!snapshots.isEmpty()) {
      draft.add(SNAPSHOTS, snapshots.tenants, snapshots.ids);
    }
    if (!slots.isEmpty()) {
      String gone = ending ? OF_ENDED : "false";
      String left = leavingAny ? OF_LEFT : "false";
      draft.add(SLOTS.formatted(gone + " or " + left), slots.tenants, slots.ids);
    }
    answer(ending, leavingAny, sending);
  }

  private void answer(boolean ending, boolean leavingAny, boolean sending) {
    draft.add("select (select count(*) from f)");
    draft.add(leavingAny ? ", (select string_agg(p.tenant || ' ' || p.id, ',') from p)" : ", null");
    draft.add(
        ending
            ? ", (select count(*) from d), (select string_agg(d.tenant || ' ' || d.id || ' ' ||"
                + " d.messages, ',') from d where d.messages > 0)"
            : ", 0, null");
    if (runnable || !slots.isEmpty()) {
      draft.add(", (select pg_notify('pawl', '') from f)");
    }
    if (sending) {
      draft.add(
          ", (select count(pg_notify('pawl', coalesce(o.owner::text, ''))) from"
              + " (select distinct l.owner from l, f where l.owner is distinct from f.node) o)");
    }
  }

  String text() {
    return draft.text();
  }

  void bind(PreparedStatement statement, int node, int writer, long number) throws SQLException {
    statement.setLong(1, number);
    statement.setInt(2, node);
    statement.setInt(3, writer);
    statement.setLong(4, number - 1);
    draft.bind(statement, 5);
  }

  /** Of what there are offers now. */
  Set<String> offered() {
    return offers.words();
  }

  /** About how many rows it leaves dead behind. */
  int dying() {
    return ends.leaving()
        + leaving.size()
        + endingMarks.count()
        + reads.count()
        + letters.count()
        + offers.withdrawn();
  }

  /** How many live executions it is to remove. */
  int ending() {
    return ends.leaving();
  }

  /** Whether one that should have run at once waits for its turn. */
  boolean isQueued(Commit commit) {
    return queued.contains(commit.key());
  }

  /** Whether one that should have been born asleep was not, for the letters it got. */
  boolean isBornAwake(Commit commit) {
    return bornAwake.contains(commit.key());
  }

  /** Whether executions of this node may find something new: a letter, or one to claim. */
  boolean isNews() {
    return runnable || !letters.isEmpty() || !slots.isEmpty();
  }
}
