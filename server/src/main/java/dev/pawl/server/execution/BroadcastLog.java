package dev.pawl.server.execution;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.execution.Broadcast.StartedExecution;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores which events were broadcast, by the ids that their senders gave them. */
final class BroadcastLog {

  private static final String FIND =
      """
      select a.woken, a.job, a.started from pawl.broadcast a where a.tenant = ? and a.id = ?
      """;

  // Of two concurrent broadcasts with the same id, the higher count is the correct one, and the
  // messages of a second job are duplicates.
  private static final String ADD =
      """
      insert into pawl.broadcast as a (tenant, id, woken, job, started) values (?, ?, ?, ?, ?)
      on conflict (tenant, id) do update
         set woken = greatest(a.woken, excluded.woken), job = coalesce(a.job, excluded.job),
             started = coalesce(a.started, excluded.started)
      returning a.woken, a.job, a.started
      """;

  // Repetitions of an event are recognized for a week.
  private static final String DELETE_OLD =
      "delete from pawl.broadcast where at < now() - interval '7 days'";

  private final TenantDatabase tenanted;
  private final ConnectionTemplate allTenants;

  BroadcastLog(TenantDatabase tenanted, ConnectionTemplate allTenants) {
    this.tenanted = tenanted;
    this.allTenants = allTenants;
  }

  /**
   * A broadcast that was delivered or left to a job.
   *
   * @param woken number of executions that received the event
   * @param job job that delivers it, if there are many
   */
  record LoggedBroadcast(int woken, Optional<UUID> job, List<StartedExecution> started) {}

  /** Finds a broadcast; empty if it was not delivered, or was interrupted before. */
  Optional<LoggedBroadcast> find(TenantId tenant, String id) {
    return tenanted
        .of(tenant)
        .use(connection -> Rows.first(connection, FIND, BroadcastLog::logged, tenant.value(), id));
  }

  private static List<StartedExecution> started(@Nullable String text) {
    if (text == null) {
      return List.of();
    }
    return ((JsonArray) Json.parse(text))
        .elements().stream()
            .map(
                one ->
                    new StartedExecution(
                        one.get("flow").orElseThrow().asText(),
                        UUID.fromString(one.get("execution").orElseThrow().asText())))
            .toList();
  }

  private static LoggedBroadcast logged(ResultSet row) throws SQLException {
    return new LoggedBroadcast(
        row.getInt(1),
        Optional.ofNullable(row.getObject(2, UUID.class)),
        started(row.getString(3)));
  }

  /** Adds a broadcast, and returns it with what a concurrent one with the same id has added. */
  LoggedBroadcast add(TenantId tenant, String id, LoggedBroadcast broadcast) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.first(
                        connection,
                        ADD,
                        BroadcastLog::logged,
                        tenant.value(),
                        id,
                        broadcast.woken(),
                        broadcast.job().orElse(null),
                        text(broadcast.started()))
                    .orElseThrow());
  }

  private static @Nullable String text(List<StartedExecution> started) {
    return started.isEmpty()
        ? null
        : JsonArray.of(
                started.stream()
                    .map(
                        one ->
                            JsonObject.of("flow", Json.of(one.flow()))
                                .with("execution", Json.of(one.execution().toString())))
                    .toList())
            .toString();
  }

  /** Deletes old broadcasts of all tenants. */
  void deleteOld() {
    allTenants.update(DELETE_OLD);
  }
}
