package dev.pawl.triggers.launch;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.sdk.Json;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps the newest events of each tenant that matched a trigger and could not start its flow. */
public final class RejectedFires {

  /** The maximum number of rejected fires per tenant; the oldest ones are removed. */
  public static final int MAX_ROWS = 10_000;

  /** The maximum size of all rejected fires of a tenant; the oldest ones are removed. */
  public static final long MAX_BYTES = 1L << 30;

  /** The maximum length of a message, in characters. */
  private static final int MAX_MESSAGE_LENGTH = 2_000;

  private static final String COLUMNS =
      """
      r.id, r.at, r.reason, r.message, r.flow, r.trigger_id, r.event_type, r.event_id, r.fire
      """;

  private static final String ADD =
      """
      insert into pawl.rejected (
        tenant, id, reason, message, flow, trigger_id, event_type, event_id, fire, size)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (tenant, trigger_id, event_id) do update
         set at = now(), reason = excluded.reason, message = excluded.message
      """;

  private static final String TRIM =
      """
      delete from pawl.rejected r
       where r.tenant = ?
         and r.id <= (select s.id
                        from (select o.id, row_number() over w as n, sum(o.size) over w as bytes
                                from pawl.rejected o where o.tenant = ?
                              window w as (order by o.id desc)) s
                       where s.n > ? or s.bytes > ? order by s.id desc limit 1)
      """;

  private static final String PAGE =
      """
      select %s from pawl.rejected r
       where r.tenant = ? and r.id < ? and (?::text is null or r.flow = ?)
         and (?::text is null or r.reason = ?)
       order by r.id desc limit ?
      """
          .formatted(COLUMNS);

  private static final String FIND =
      "select %s from pawl.rejected r where r.tenant = ? and r.id = ?".formatted(COLUMNS);

  private static final String REMOVE = "delete from pawl.rejected where tenant = ? and id = ?";

  private static final String AGE =
      "delete from pawl.rejected where at < now() - ? * interval '1 s'";

  private final TenantDatabase tenanted;
  private final Supplier<UUID> ids;

  public RejectedFires(TenantDatabase tenanted, Supplier<UUID> ids) {
    this.tenanted = tenanted;
    this.ids = ids;
  }

  /** A rejected fire. */
  public record RejectedFire(
      UUID id,
      Instant at,
      RejectReason reason,
      String message,
      String flow,
      String trigger,
      String eventType,
      String eventId,
      Json fire) {}

  /** A page of rejected fires, newest first. */
  public record RejectedQuery(
      Optional<String> flow, Optional<RejectReason> reason, Optional<UUID> before, int limit) {}

  void add(Fire fire, FireDecision.Reject why) {
    tenanted
        .of(fire.tenant())
        .use(
            connection -> {
              add(connection, fire, why);
              return true;
            });
  }

  void add(Connection connection, Fire fire, FireDecision.Reject why) throws SQLException {
    String text = fire.toJson().toString();
    String message = why.message();
    ConnectionTemplate.update(
        connection,
        ADD,
        fire.tenant().value(),
        ids.get(),
        why.reason().name(),
        message.length() > MAX_MESSAGE_LENGTH ? message.substring(0, MAX_MESSAGE_LENGTH) : message,
        why.flow(),
        fire.binding().toString(),
        fire.event().type(),
        fire.event().id(),
        text,
        text.getBytes(StandardCharsets.UTF_8).length);
    ConnectionTemplate.update(
        connection, TRIM, fire.tenant().value(), fire.tenant().value(), MAX_ROWS, MAX_BYTES);
  }

  /** Returns a page of rejected fires. */
  public List<RejectedFire> list(TenantId tenant, RejectedQuery query) {
    @Nullable String flow = query.flow().orElse(null);
    @Nullable String reason = query.reason().map(Enum::name).orElse(null);
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    PAGE,
                    RejectedFires::read,
                    tenant.value(),
                    query.before().orElse(new UUID(-1, -1)),
                    flow,
                    flow,
                    reason,
                    reason,
                    query.limit()));
  }

  public Optional<RejectedFire> find(TenantId tenant, UUID id) {
    return tenanted
        .of(tenant)
        .use(connection -> Rows.first(connection, FIND, RejectedFires::read, tenant.value(), id));
  }

  /** Removes a rejected fire; returns false if there is none. */
  public boolean remove(TenantId tenant, UUID id) {
    return tenanted.of(tenant).update(REMOVE, tenant.value(), id) == 1;
  }

  static void age(ConnectionTemplate jdbc, long seconds) {
    jdbc.update(AGE, seconds);
  }

  private static RejectedFire read(ResultSet row) throws SQLException {
    return new RejectedFire(
        row.getObject(1, UUID.class),
        Rows.time(row, 2).orElseThrow(),
        RejectReason.valueOf(row.getString(3)),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        row.getString(7),
        row.getString(8),
        Json.parse(row.getString(9)));
  }
}
