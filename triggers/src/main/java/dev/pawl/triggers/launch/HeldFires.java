package dev.pawl.triggers.launch;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.sdk.Json;
import dev.pawl.triggers.binding.Debounce;
import dev.pawl.triggers.binding.DomainEvent;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Collects fires of bindings with debounce until they are due. */
final class HeldFires {

  // An event counts once, also after its fire was released.
  private static final String ONCE =
      """
      insert into pawl.idempotency_key (tenant, scope, key, execution) values (?, ?, ?, ?)
      on conflict do nothing
      """;

  // Also for a row that does not exist yet, so that two first fires do not replace each other.
  private static final String LOCK =
      "select pg_advisory_xact_lock(hashtextextended(? || ' ' || ?, 0))";

  private static final String HELD =
      "select h.body from pawl.held h where h.tenant = ? and h.binding = ? and h.key = ?";

  private static final String ADD =
      """
      insert into pawl.held as h (tenant, binding, key, fires, due_at, body)
      values (?, ?, ?, 1, clock_timestamp() + least(?, ?) * interval '1 ms', ?)
      on conflict (tenant, binding, key) do update
         set fires = h.fires + 1, body = excluded.body,
             due_at = least(clock_timestamp() + ? * interval '1 ms',
                            h.first_at + ? * interval '1 ms')
      """;

  private static final String TAKE_DUE =
      """
      delete from pawl.held d
       where (d.tenant, d.binding, d.key) in (
         select h.tenant, h.binding, h.key from pawl.held h
          where h.due_at <= clock_timestamp()
            and not exists (select from pawl.emergency_stop s where s.tenant = h.tenant)
          order by h.due_at limit 1 for update skip locked)
      returning d.tenant, d.binding, d.body
      """;

  static final String IS_DUE =
      "select exists (select from pawl.held h where h.due_at <= clock_timestamp())";

  private HeldFires() {}

  /** Holds a fire; returns false if its event was held before. */
  static boolean hold(
      Connection connection, Fire fire, FireDecision.Debounce hold, Debounce debounce)
      throws SQLException {
    int tenant = fire.tenant().value();
    int isNew =
        ConnectionTemplate.update(
            connection,
            ONCE,
            tenant,
            "held:" + fire.binding(),
            FireDecider.dedupKey(fire),
            fire.binding());
    if (isNew == 0) {
      return false;
    }
    Rows.list(connection, LOCK, row -> true, fire.binding().toString(), hold.key());
    Optional<String> before =
        Rows.first(connection, HELD, row -> row.getString(1), tenant, fire.binding(), hold.key());
    String body = body(before, fire, debounce.collectsAll());
    ConnectionTemplate.update(
        connection,
        ADD,
        tenant,
        fire.binding(),
        hold.key(),
        debounce.quiet().toMillis(),
        debounce.longest().toMillis(),
        body,
        debounce.quiet().toMillis(),
        debounce.longest().toMillis());
    return true;
  }

  private static String body(Optional<String> before, Fire fire, boolean collectsAll) {
    List<DomainEvent> events = new ArrayList<>();
    if (collectsAll && before.isPresent()) {
      events.addAll(Fire.read(fire.tenant(), fire.binding(), Json.parse(before.get())).collected());
    }
    if (collectsAll) {
      events.add(fire.event());
      while (events.size() > Debounce.MAX_COLLECTED) {
        events.removeFirst();
      }
    }
    return new Fire(fire.tenant(), fire.binding(), fire.event(), events, fire.actor())
        .toJson()
        .toString();
  }

  /** Takes one fire that is due, in the transaction that starts its flow. */
  static Optional<Fire> takeDue(Connection connection) throws SQLException {
    return Rows.first(
        connection,
        TAKE_DUE,
        row ->
            Fire.read(
                new TenantId(row.getInt(1)),
                row.getObject(2, UUID.class),
                Json.parse(row.getString(3))));
  }

  static boolean isDue(ConnectionTemplate jdbc) {
    return jdbc.use(
        connection -> Rows.first(connection, IS_DUE, row -> row.getBoolean(1)).orElse(false));
  }
}
