package dev.pawl.server.execution;

import dev.pawl.engine.Command;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Outstanding;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Following;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.postgres.query.Standings;
import dev.pawl.postgres.row.Kinds;
import dev.pawl.sdk.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells an event to all executions of a tenant that wait for it. Those that no node holds are found
 * by an index. What those wait for that a node holds at the moment is in its memory alone, so the
 * journal of each is asked whose flow may wait for that event at all: an execution that began to
 * wait just now hears of it too. Where there are many to ask or to tell, a job does it.
 */
public final class Broadcast {

  private static final String ARRIVE =
      """
      insert into pawl.arrived (tenant, id) values (?, ?) on conflict do nothing
      """;

  private static final String BEFORE =
      """
      select a.woken, a.job from pawl.arrived a
       where a.tenant = ? and a.id = ? and a.woken is not null
      """;

  private static final String LEFT_TO =
      """
      update pawl.arrived set woken = greatest(woken, 0), job = coalesce(job, ?)
       where tenant = ? and id = ?
      returning job
      """;

  // Nobody repeats an event after a week.
  private static final String FORGET =
      "delete from pawl.arrived where at < now() - interval '7 days'";

  // Of two who tell the same at once, the one that woke somebody knows better.
  private static final String THROUGH =
      """
      update pawl.arrived set woken = greatest(woken, ?) where tenant = ? and id = ?
      returning woken
      """;

  // One statement: what is taken up or put down meanwhile is in just one of the two. Only flows
  // that wait for events at all are worth asking the journal.
  static final String LISTENERS =
      """
      with held as materialized (
        select e.id, e.flow, e.version from pawl.execution e
         where e.tenant = ? and e.owner is not null
        union all
        select e.id, e.flow, e.version from pawl.execution e
         where e.tenant = ? and e.owner is null and %s
           and e.begun and e.waits_for is null)
      , listening as materialized (
        select v.flow, v.number from pawl.version v
          join (select distinct h.flow, h.version from held h) h
            on v.flow = h.flow and v.number = h.version
         where v.tenant = ? and position('Event'::bytea in v.document) > 0)
      , parked as materialized (
        select e.id, e.waits_for, e.flow, e.version from pawl.execution e
         where e.tenant = ? and e.owner is null and e.waits_for like '%%event:%%'
           and string_to_array(e.waits_for, ',') @> string_to_array(?, ','))
      select c.id, c.waits_for, c.flow, c.version from (
        select p.id, p.waits_for, p.flow, p.version from parked p
        union all
        select h.id, null, h.flow, h.version from held h
          join listening l on l.flow = h.flow and l.number = h.version) c
       where c.id < ?
       order by c.id desc limit ?
      """
          .formatted(Standings.IN_ANY_LANE);

  private static final String DOCUMENT =
      "select v.document from pawl.version v where v.tenant = ? and v.flow = ? and v.number = ?";

  /** To so many at most an event is told while its sender waits; to more by a job. */
  static final int MOST = 1_000;

  /** Letters that are sent together. */
  private static final int AT_ONCE = 500;

  private static final int MOST_KNOWN = 10_000;

  /** Above all ids. */
  private static final UUID NEWEST = new UUID(-1, -1);

  private final Control control;
  private final Tenanted tenanted;

  /**
   * For the question who listens, which names its tenant: under row-level security the database
   * does not look names up in an index before it has looked at every row's tenant.
   */
  private final Borrowed everybody;

  private final Later later;

  /** What flows may wait for; their versions never change. */
  private final Map<VersionKey, AwaitedNames> known = new ConcurrentHashMap<>();

  Broadcast(Control control, Tenanted tenanted, Borrowed everybody, Later later) {
    this.control = control;
    this.tenanted = tenanted;
    this.everybody = everybody;
    this.later = later;
  }

  /**
   * What is told.
   *
   * @param event its name
   * @param id an event of an id that was told to all is not told again; one whose telling was cut
   *     off is told on, to nobody twice
   */
  public record Telling(String event, Json payload, @Nullable String id) {}

  /** Has it told to all, however many they are, after the sender has gone. */
  public interface Later {
    /** What to look at to know how far that is. */
    UUID tell(TenantId tenant, Telling telling, String by);
  }

  /**
   * Who was told.
   *
   * @param repeated whether it had been told before, and therefore was not told again: then the
   *     rest is what was answered the first time
   * @param job what tells it, where there are too many to wait for that
   */
  record Told(int woken, boolean repeated, @Nullable UUID job) {}

  private record Candidate(UUID id, Optional<String> waitsFor, VersionKey version) {}

  Told tell(TenantId tenant, Telling telling, String by) {
    Borrowed borrowed = tenanted.of(tenant);
    Optional<String> id = Optional.ofNullable(telling.id());
    if (id.isPresent() && borrowed.update(ARRIVE, tenant.value(), id.get()) == 0) {
      Optional<Told> before =
          borrowed.use(
              connection ->
                  Rows.first(
                      connection,
                      BEFORE,
                      row -> new Told(row.getInt(1), true, row.getObject(2, UUID.class)),
                      tenant.value(),
                      id.get()));
      if (before.isPresent()) {
        return before.get();
      }
    }
    List<Candidate> candidates = candidates(tenant, telling.event(), NEWEST, MOST + 1);
    if (candidates.size() > MOST) {
      UUID job = later.tell(tenant, telling, by);
      return new Told(0, false, id.isPresent() ? leftTo(borrowed, tenant, id.get(), job) : job);
    }
    int woken = told(tenant, candidates, telling, key(telling), EnumSet.of(Mail.Delivery.ACCEPTED));
    return new Told(
        id.isPresent() ? through(borrowed, tenant, id.get(), woken) : woken, false, null);
  }

  /** Of two who tell the same at once, both hear of the first job; the other one wakes nobody. */
  private static UUID leftTo(Borrowed borrowed, TenantId tenant, String id, UUID job) {
    return borrowed.use(
        connection ->
            Rows.first(
                    connection,
                    LEFT_TO,
                    row -> row.getObject(1, UUID.class),
                    job,
                    tenant.value(),
                    id)
                .orElse(job));
  }

  private static Optional<String> key(Telling telling) {
    return Optional.ofNullable(telling.id()).map(text -> "event:" + text);
  }

  /**
   * A part of those who wait.
   *
   * @param last the last one that was looked at, if there was any
   * @param woken how many were told, now or before
   */
  public record Part(Optional<UUID> last, int woken, boolean isLast) {}

  /**
   * Tells it to those who wait for it among the next ones.
   *
   * @param otherwise the key of letters where the event has no id
   */
  public Part tell(TenantId tenant, Telling telling, String otherwise, UUID below) {
    List<Candidate> candidates = candidates(tenant, telling.event(), below, MOST);
    int woken =
        told(
            tenant,
            candidates,
            telling,
            key(telling).or(() -> Optional.of(otherwise)),
            EnumSet.of(Mail.Delivery.ACCEPTED, Mail.Delivery.REPEATED));
    return new Part(
        candidates.isEmpty() ? Optional.empty() : Optional.of(candidates.getLast().id()),
        woken,
        candidates.size() < MOST);
  }

  private int told(
      TenantId tenant,
      List<Candidate> candidates,
      Telling telling,
      Optional<String> key,
      Set<Mail.Delivery> counted) {
    int woken = 0;
    List<ExecutionKey> listeners = new ArrayList<>();
    for (Candidate candidate : candidates) {
      ExecutionKey execution = new ExecutionKey(tenant, new ExecutionId(candidate.id()));
      if (listens(candidate, execution, telling.event())) {
        listeners.add(execution);
      }
    }
    for (int i = 0; i < listeners.size(); i += AT_ONCE) {
      List<ExecutionKey> some = listeners.subList(i, Math.min(listeners.size(), i + AT_ONCE));
      woken +=
          (int)
              control.signalAll(some, telling.event(), telling.payload(), key).stream()
                  .filter(counted::contains)
                  .count();
    }
    return woken;
  }

  private static int through(Borrowed borrowed, TenantId tenant, String id, int woken) {
    return borrowed.use(
        connection ->
            Rows.first(connection, THROUGH, row -> row.getInt(1), woken, tenant.value(), id)
                .orElse(woken));
  }

  /** The newest first, those below an id. */
  private List<Candidate> candidates(TenantId tenant, String event, UUID below, int limit) {
    String part = Kinds.write(List.of("event:" + event));
    return everybody.use(
        connection ->
            Rows.list(
                connection,
                LISTENERS,
                row ->
                    new Candidate(
                        row.getObject(1, UUID.class),
                        Optional.ofNullable(row.getString(2)),
                        new VersionKey(tenant, row.getString(3), row.getInt(4))),
                tenant.value(),
                tenant.value(),
                tenant.value(),
                tenant.value(),
                String.valueOf(part),
                below,
                limit));
  }

  private boolean listens(Candidate candidate, ExecutionKey key, String event) {
    if (candidate.waitsFor().isPresent()) {
      return Kinds.read(candidate.waitsFor().get()).contains("event:" + event);
    }
    if (!awaited(candidate.version()).mayBe(event)) {
      return false;
    }
    Optional<Following> following = control.follow(key);
    if (following.isEmpty()) {
      return false;
    }
    return Outstanding.evenIfPaused(following.get().last()).stream()
        .anyMatch(
            command -> command instanceof Command.AwaitEvent wait && wait.name().equals(event));
  }

  private AwaitedNames awaited(VersionKey version) {
    AwaitedNames names = known.get(version);
    if (names == null) {
      names = read(version);
      if (known.size() >= MOST_KNOWN) {
        known.clear();
      }
      known.put(version, names);
    }
    return names;
  }

  private AwaitedNames read(VersionKey version) {
    return everybody
        .use(
            connection ->
                Rows.first(
                    connection,
                    DOCUMENT,
                    row -> row.getBytes(1),
                    version.tenant().value(),
                    version.flow(),
                    version.number()))
        .map(document -> AwaitedNames.of(new String(document, StandardCharsets.UTF_8)))
        .orElse(new AwaitedNames(Set.of(), true));
  }

  void forgetOld() {
    everybody.update(FORGET);
  }
}
