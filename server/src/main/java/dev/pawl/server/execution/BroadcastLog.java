package dev.pawl.server.execution;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.execution.Broadcast.StartedExecution;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores which events were broadcast, by the ids that their senders gave them. */
final class BroadcastLog {

  private static final String ADD =
      """
      insert into pawl.broadcast (tenant, id) values (?, ?) on conflict do nothing
      """;

  private static final String FIND =
      """
      select a.woken, a.job, a.started from pawl.broadcast a
       where a.tenant = ? and a.id = ? and a.woken is not null
      """;

  private static final String SET_JOB =
      """
      update pawl.broadcast set woken = greatest(woken, 0), job = coalesce(job, ?)
       where tenant = ? and id = ?
      returning job
      """;

  // Of two concurrent broadcasts with the same id, the higher count is the correct one.
  private static final String SET_WOKEN =
      """
      update pawl.broadcast set woken = greatest(woken, ?) where tenant = ? and id = ?
      returning woken
      """;

  private static final String SET_STARTED =
      "update pawl.broadcast set started = coalesce(started, ?) where tenant = ? and id = ?";

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

  /** Adds a broadcast; returns false if there is one with this id. */
  boolean add(TenantId tenant, String id) {
    return tenanted.of(tenant).update(ADD, tenant.value(), id) == 1;
  }

  /** Finds a broadcast; empty if it was interrupted before its delivery. */
  Optional<LoggedBroadcast> find(TenantId tenant, String id) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.first(
                    connection,
                    FIND,
                    row ->
                        new LoggedBroadcast(
                            row.getInt(1),
                            Optional.ofNullable(row.getObject(2, UUID.class)),
                            started(row.getString(3))),
                    tenant.value(),
                    id));
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

  /** Records the executions that an event started. */
  void setStarted(TenantId tenant, String id, List<StartedExecution> started) {
    JsonArray text =
        JsonArray.of(
            started.stream()
                .map(
                    one ->
                        JsonObject.of("flow", Json.of(one.flow()))
                            .with("execution", Json.of(one.execution().toString())))
                .toList());
    tenanted.of(tenant).update(SET_STARTED, text.toString(), tenant.value(), id);
  }

  /**
   * Records the job of a broadcast and returns the recorded one. Of two concurrent broadcasts with
   * the same id, both return the first job; the messages of the other are duplicates.
   */
  UUID setJob(TenantId tenant, String id, UUID job) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.first(
                        connection,
                        SET_JOB,
                        row -> row.getObject(1, UUID.class),
                        job,
                        tenant.value(),
                        id)
                    .orElse(job));
  }

  /** Records how many executions received the event, and returns the recorded number. */
  int setWoken(TenantId tenant, String id, int woken) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.first(connection, SET_WOKEN, row -> row.getInt(1), woken, tenant.value(), id)
                    .orElse(woken));
  }

  /** Deletes old broadcasts of all tenants. */
  void deleteOld() {
    allTenants.update(DELETE_OLD);
  }
}
