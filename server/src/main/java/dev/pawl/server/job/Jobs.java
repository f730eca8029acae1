package dev.pawl.server.job;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.problem.Refusal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Jobs as they are stored. Who works on one has it for a while, and renews that as it goes on. */
final class Jobs {

  private static final String CREATE =
      "insert into pawl.job (tenant, id, action, request, created_by) values (?, ?, ?, ?, ?)";

  private static final String FIND =
      """
      select j.id, j.action, j.status, j.done, j.refused, j.problem, j.created_by, j.created_at,
             j.ended_at
        from pawl.job j where j.tenant = ? and j.id = ?
      """;

  private static final String CANCEL =
      """
      update pawl.job set status = 'CANCELLED', ended_at = now()
       where tenant = ? and id = ? and status = 'RUNNING'
      """;

  // The one that waits longest: several jobs take turns.
  private static final String TAKE =
      """
      update pawl.job j set node = ?, lease_until = now() + interval '30 seconds'
        from (select o.tenant, o.id from pawl.job o
               where o.status = 'RUNNING' and o.lease_until <= now()
               order by o.lease_until limit 1 for update skip locked) o
       where j.tenant = o.tenant and j.id = o.id
      returning j.tenant, j.id, j.request, j.place, j.created_at
      """;

  private static final String GO_ON =
      """
      update pawl.job
         set place = ?, done = done + ?, refused = refused + ?,
             lease_until = now() + interval '30 seconds'
       where tenant = ? and id = ? and node = ? and status = 'RUNNING'
      """;

  private static final String END =
      """
      update pawl.job set status = ?, problem = ?, ended_at = now()
       where tenant = ? and id = ? and node = ? and status = 'RUNNING'
      """;

  private static final String PUT_DOWN =
      "update pawl.job set lease_until = now() where tenant = ? and id = ? and node = ?";

  private static final String FORGET =
      "delete from pawl.job where ended_at < now() - interval '30 days'";

  private final Tenanted tenanted;

  /** Whoever takes up jobs does so for all tenants. */
  private final Borrowed borrowed;

  private final JsonMapper json;

  Jobs(Tenanted tenanted, Borrowed borrowed, JsonMapper json) {
    this.tenanted = tenanted;
    this.borrowed = borrowed;
    this.json = json;
  }

  /**
   * A job as the API shows it.
   *
   * @param done how many executions took the order
   * @param refused how many did not: they had ended, or had not
   */
  record JobView(
      UUID id,
      String action,
      Status status,
      int done,
      int refused,
      @Nullable String problem,
      String createdBy,
      Instant createdAt,
      @Nullable Instant endedAt) {}

  /** How far a job is. */
  enum Status {
    RUNNING,
    DONE,
    CANCELLED,
    FAILED
  }

  /**
   * A job that was taken up.
   *
   * @param place the last execution that was dealt with
   */
  record Taken(TenantId tenant, UUID id, String request, Optional<UUID> place, Instant createdAt) {}

  UUID create(TenantId tenant, Bulk bulk, String by) {
    UUID id = UUID.randomUUID();
    tenanted
        .of(tenant)
        .update(CREATE, tenant.value(), id, bulk.what().name(), json.writeValueAsString(bulk), by);
    return id;
  }

  Optional<JobView> find(TenantId tenant, UUID id) {
    return tenanted
        .of(tenant)
        .use(connection -> Rows.first(connection, FIND, Jobs::view, tenant.value(), id));
  }

  private static JobView view(ResultSet row) throws SQLException {
    return new JobView(
        row.getObject(1, UUID.class),
        row.getString(2),
        Status.valueOf(row.getString(3)),
        row.getInt(4),
        row.getInt(5),
        row.getString(6),
        row.getString(7),
        Rows.time(row, 8).orElseThrow(),
        Rows.time(row, 9).orElse(null));
  }

  boolean cancel(TenantId tenant, UUID id) {
    return tenanted.of(tenant).update(CANCEL, tenant.value(), id) == 1;
  }

  Optional<Taken> take(int node) {
    return borrowed.use(
        connection ->
            Rows.first(
                connection,
                TAKE,
                row ->
                    new Taken(
                        new TenantId(row.getInt(1)),
                        row.getObject(2, UUID.class),
                        row.getString(3),
                        Optional.ofNullable(row.getObject(4, UUID.class)),
                        Rows.time(row, 5).orElseThrow()),
                node));
  }

  /** What is to be done; empty if no release that this one knows wrote it down. */
  Optional<Bulk> bulk(Taken job) {
    try {
      return Optional.of(json.readValue(job.request(), Bulk.class).checked());
    } catch (JacksonException | Refusal e) {
      return Optional.empty();
    }
  }

  /** False if the job is over, or somebody else's. */
  boolean goOn(Taken job, int node, UUID place, int done, int refused) {
    return borrowed.update(GO_ON, place, done, refused, job.tenant().value(), job.id(), node) == 1;
  }

  void end(Taken job, int node, Status status, String problem) {
    borrowed.update(END, status.name(), problem, job.tenant().value(), job.id(), node);
  }

  void putDown(Taken job, int node) {
    borrowed.update(PUT_DOWN, job.tenant().value(), job.id(), node);
  }

  void forgetOld() {
    borrowed.update(FORGET);
  }
}
