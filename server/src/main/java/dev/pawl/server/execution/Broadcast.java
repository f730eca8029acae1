package dev.pawl.server.execution;

import dev.pawl.engine.Command;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Outstanding;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Following;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.postgres.row.Kinds;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Tells an event to all executions of a tenant that wait for it. Those that no node holds are found
 * by an index. What those wait for that a node holds at the moment is in its memory alone, so the
 * journal is asked: an execution that began to wait just now hears of the event too.
 */
final class Broadcast {

  private static final String ARRIVE =
      """
      insert into pawl.arrived (tenant, id) values (?, ?) on conflict do nothing
      """;

  private static final String WOKEN =
      "select coalesce(a.woken, -1) from pawl.arrived a where a.tenant = ? and a.id = ?";

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
  // that
  // wait for events at all are worth asking the journal.
  static final String LISTENERS =
      """
      with held as materialized (
        select e.id, e.flow, e.version from pawl.execution e
         where e.tenant = ? and e.owner is not null
        union all
        select e.id, e.flow, e.version from pawl.execution e
         where e.tenant = ? and e.owner is null and e.wake_at is not null
           and e.lane in (0, 1, 2, 3, 101) and e.begun and e.waits_for is null)
      , listening as materialized (
        select v.flow, v.number from pawl.version v
          join (select distinct h.flow, h.version from held h) h
            on v.flow = h.flow and v.number = h.version
         where v.tenant = ? and position('Event'::bytea in v.document) > 0)
      select e.id, e.waits_for from pawl.execution e
       where e.tenant = ? and e.owner is null and e.waits_for like '%event:%'
         and string_to_array(e.waits_for, ',') @> string_to_array(?, ',')
      union all
      select h.id, null from held h join listening l on l.flow = h.flow and l.number = h.version
      """;

  /** Letters that are sent together. */
  private static final int AT_ONCE = 500;

  private final Control control;
  private final Tenanted tenanted;

  /**
   * For the question who listens, which names its tenant: under row-level security the database
   * does not look names up in an index before it has looked at every row's tenant.
   */
  private final Borrowed everybody;

  Broadcast(Control control, Tenanted tenanted, Borrowed everybody) {
    this.control = control;
    this.tenanted = tenanted;
    this.everybody = everybody;
  }

  /**
   * Who was told.
   *
   * @param repeated whether it had been told before, and therefore was not told again
   */
  record Told(int woken, boolean repeated) {}

  private record Candidate(UUID id, Optional<String> waitsFor) {}

  /**
   * @param id an event of an id that was told to all is not told again; one whose telling was cut
   *     off is told on, to nobody twice
   */
  Told tell(TenantId tenant, String event, Json payload, Optional<String> id) {
    Borrowed borrowed = tenanted.of(tenant);
    if (id.isPresent() && borrowed.update(ARRIVE, tenant.value(), id.get()) == 0) {
      int woken =
          borrowed.use(
              connection ->
                  Rows.list(connection, WOKEN, row -> row.getInt(1), tenant.value(), id.get())
                      .stream()
                      .findFirst()
                      .orElse(-1));
      if (woken >= 0) {
        return new Told(woken, true);
      }
    }
    Optional<String> key = id.map(text -> "event:" + text);
    int woken = 0;
    List<ExecutionKey> listeners = new ArrayList<>();
    for (Candidate candidate : candidates(tenant, event)) {
      ExecutionKey execution = new ExecutionKey(tenant, new ExecutionId(candidate.id()));
      if (listens(candidate, execution, event)) {
        listeners.add(execution);
      }
      if (listeners.size() == AT_ONCE) {
        woken += told(listeners, event, payload, key);
        listeners.clear();
      }
    }
    woken += told(listeners, event, payload, key);
    return new Told(id.isPresent() ? through(borrowed, tenant, id.get(), woken) : woken, false);
  }

  private int told(List<ExecutionKey> listeners, String event, Json payload, Optional<String> key) {
    return (int)
        control.signalAll(listeners, event, payload, key).stream()
            .filter(Mail.Delivery.ACCEPTED::equals)
            .count();
  }

  private static int through(Borrowed borrowed, TenantId tenant, String id, int woken) {
    return borrowed.use(
        connection ->
            Rows.first(connection, THROUGH, row -> row.getInt(1), woken, tenant.value(), id)
                .orElse(woken));
  }

  private List<Candidate> candidates(TenantId tenant, String event) {
    String part = Kinds.write(List.of("event:" + event));
    return everybody.use(
        connection ->
            Rows.list(
                connection,
                LISTENERS,
                row ->
                    new Candidate(
                        row.getObject(1, UUID.class), Optional.ofNullable(row.getString(2))),
                tenant.value(),
                tenant.value(),
                tenant.value(),
                tenant.value(),
                String.valueOf(part)));
  }

  private boolean listens(Candidate candidate, ExecutionKey key, String event) {
    if (candidate.waitsFor().isPresent()) {
      return Kinds.read(candidate.waitsFor().get()).contains("event:" + event);
    }
    Optional<Following> following = control.follow(key);
    if (following.isEmpty()) {
      return false;
    }
    return Outstanding.evenIfPaused(following.get().last()).stream()
        .anyMatch(
            command -> command instanceof Command.AwaitEvent wait && wait.name().equals(event));
  }

  void forgetOld() {
    everybody.update(FORGET);
  }
}
