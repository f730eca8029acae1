package dev.pawl.server.job;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.query.RemainingTargets;
import dev.pawl.server.execution.Broadcast;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiJson;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Pattern;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores jobs and leases them to nodes; a node renews its lease as the job progresses. */
final class Jobs {

  private static final String CREATE =
      """
      insert into pawl.job (tenant, id, action, request, created_by, lease_until)
      values (?, ?, ?, ?, ?, now() + make_interval(secs => ?))
      """;

  private static final String CANCEL_ALL =
      """
      update pawl.job set status = 'CANCELLED', ended_at = now()
       where tenant = ? and action = ? and status = 'RUNNING'
      """;

  private static final String COLUMNS =
      """
      j.id, j.action, j.status, j.done, j.refused, j.error, j.created_by, j.created_at,
             j.ended_at, j.total\
      """;

  private static final String FIND =
      "select %s from pawl.job j where j.tenant = ? and j.id = ?".formatted(COLUMNS);

  private static final String LIST =
      """
      select %s from pawl.job j
       where j.tenant = ? and j.id < ? and (? = '' or j.status = ?)
       order by j.id desc limit ?
      """
          .formatted(COLUMNS);

  private static final String CANCEL =
      """
      update pawl.job set status = 'CANCELLED', ended_at = now()
       where tenant = ? and id = ? and status = 'RUNNING'
      """;

  // The job that has been available longest is taken first, so that jobs take turns.
  private static final String TAKE =
      """
      update pawl.job j set node = ?, lease_until = now() + interval '30 seconds'
        from (select o.tenant, o.id from pawl.job o
               where o.status = 'RUNNING' and o.lease_until <= now()
               order by o.lease_until limit 1 for update skip locked) o
       where j.tenant = o.tenant and j.id = o.id
      returning j.tenant, j.id, j.action, j.request, j.last_execution, j.created_at, j.created_by,
                j.total is not null
      """;

  private static final String SAVE_PROGRESS =
      """
      update pawl.job
         set last_execution = ?, done = done + ?, refused = refused + ?,
             lease_until = now() + interval '30 seconds'
       where tenant = ? and id = ? and node = ? and status = 'RUNNING'
      """;

  private static final String RENEW_LEASE =
      """
      update pawl.job set lease_until = now() + interval '30 seconds'
       where tenant = ? and id = ? and node = ? and status = 'RUNNING'
      """;

  private static final String SET_TOTAL =
      """
      update pawl.job set total = ?, lease_until = now() + interval '30 seconds'
       where tenant = ? and id = ? and node = ? and status = 'RUNNING'
      """;

  private static final String RESTART_PASS =
      """
      update pawl.job
         set last_execution = null, total = done + refused, lease_until = now() + interval '30 seconds'
       where tenant = ? and id = ? and node = ? and status = 'RUNNING'
      """;

  private static final String END =
      """
      update pawl.job set status = ?, error = ?, ended_at = now()
       where tenant = ? and id = ? and node = ? and status = 'RUNNING'
      """;

  private static final String RELEASE =
      """
      update pawl.job set lease_until = now() + make_interval(secs => ?)
       where tenant = ? and id = ? and node = ?
      """;

  private static final String DELETE_OLD =
      "delete from pawl.job where ended_at < now() - interval '30 days'";

  /** Action of a job that broadcasts an event. */
  static final String BROADCAST_ACTION = "EVENT";

  /** Upper bound of all ids. */
  static final UUID AFTER_ALL_IDS = new UUID(-1, -1);

  private final TenantDatabase tenanted;

  /** Not bound to a tenant, because nodes run the jobs of all tenants. */
  private final ConnectionTemplate jdbc;

  private final ApiJson json;

  Jobs(TenantDatabase tenanted, ConnectionTemplate jdbc, ApiJson json) {
    this.tenanted = tenanted;
    this.jdbc = jdbc;
    this.json = json;
  }

  /** A job as the API shows it. */
  record JobView(
      @Schema(description = "Id of the job.") UUID id,
      @Schema(description = "Action on each execution.")
          @Pattern(
              regexp =
                  "CANCEL|RETRY|SIGNAL|PAUSE|RESUME|STOP_STARTS|PAUSE_ALL|RESUME_ALL|"
                      + BROADCAST_ACTION)
          String action,
      @Schema(description = "Status of the job.") JobStatus status,
      @Schema(description = "Number of executions that accepted the action.", example = "118")
          int done,
      @Schema(
              description =
                  "Number of executions that refused it, for example because they had ended.",
              example = "2")
          int refused,
      @Schema(
              description = "Problem that ended the job, if it failed.",
              example = "the flow order-saga has no active version")
          @Nullable String problem,
      @Schema(description = "Name of the key or person that created it.", example = "ci")
          String createdBy,
      @Schema(description = "Time at which it was created.") Instant createdAt,
      @Schema(description = "Time at which it ended; absent while it runs.")
          @Nullable Instant endedAt,
      @Schema(
              description = "Number of executions that it is about; absent until they are counted.",
              example = "120")
          @Nullable Integer total) {}

  /** The status of a job. */
  enum JobStatus {
    RUNNING,
    DONE,
    CANCELLED,
    FAILED
  }

  /** The action of a job and its request as stored JSON. */
  record JobRequest(String action, String request) {}

  /**
   * A job leased by this node.
   *
   * @param place id of the last execution handled; empty at the beginning of a pass
   * @param counted true if the total is known
   */
  record LeasedJob(
      TenantId tenant,
      UUID id,
      JobRequest work,
      Optional<UUID> place,
      Instant createdAt,
      String createdBy,
      boolean counted) {}

  /**
   * Creates a job and returns its id.
   *
   * @param rest delay before the job can be taken
   */
  UUID create(TenantId tenant, UUID id, BulkRequest bulk, String by, Duration rest) {
    return create(
        tenant, id, new JobRequest(bulk.requireAction().name(), json.write(bulk)), by, rest);
  }

  UUID create(TenantId tenant, UUID id, Broadcast.EventMessage message, String by) {
    return create(
        tenant, id, new JobRequest(BROADCAST_ACTION, json.write(message)), by, Duration.ZERO);
  }

  private UUID create(TenantId tenant, UUID id, JobRequest work, String by, Duration rest) {
    tenanted
        .of(tenant)
        .update(
            CREATE,
            tenant.value(),
            id,
            work.action(),
            work.request(),
            by,
            (double) rest.toMillis() / 1000);
    return id;
  }

  Optional<JobView> find(TenantId tenant, UUID id) {
    return tenanted
        .of(tenant)
        .use(connection -> Rows.first(connection, FIND, Jobs::view, tenant.value(), id));
  }

  List<JobView> list(TenantId tenant, Optional<JobStatus> status, Optional<UUID> after, int limit) {
    String wanted = status.map(JobStatus::name).orElse("");
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    LIST,
                    Jobs::view,
                    tenant.value(),
                    after.orElse(AFTER_ALL_IDS),
                    wanted,
                    wanted,
                    limit));
  }

  private static JobView view(ResultSet row) throws SQLException {
    return new JobView(
        row.getObject(1, UUID.class),
        row.getString(2),
        JobStatus.valueOf(row.getString(3)),
        row.getInt(4),
        row.getInt(5),
        row.getString(6),
        row.getString(7),
        Rows.time(row, 8).orElseThrow(),
        Rows.time(row, 9).orElse(null),
        row.getObject(10, Integer.class));
  }

  /** Cancels all running jobs of a tenant with the given action. */
  void cancel(TenantId tenant, BulkRequest.BulkAction action) {
    tenanted.of(tenant).update(CANCEL_ALL, tenant.value(), action.name());
  }

  RemainingTargets remainingTargets() {
    return new RemainingTargets(tenanted);
  }

  boolean cancel(TenantId tenant, UUID id) {
    return tenanted.of(tenant).update(CANCEL, tenant.value(), id) == 1;
  }

  Optional<LeasedJob> lease(int node) {
    return jdbc.use(
        connection ->
            Rows.first(
                connection,
                TAKE,
                row ->
                    new LeasedJob(
                        new TenantId(row.getInt(1)),
                        row.getObject(2, UUID.class),
                        new JobRequest(row.getString(3), row.getString(4)),
                        Optional.ofNullable(row.getObject(5, UUID.class)),
                        Rows.time(row, 6).orElseThrow(),
                        row.getString(7),
                        row.getBoolean(8)),
                node));
  }

  /**
   * Returns the request of a job; empty if it is invalid or has a format unknown to this release.
   */
  Optional<BulkRequest> bulkRequest(LeasedJob job) {
    try {
      return json.read(job.work().request(), BulkRequest.class).map(BulkRequest::requireConsistent);
    } catch (ApiException e) {
      return Optional.empty();
    }
  }

  Optional<Broadcast.EventMessage> broadcastEvent(LeasedJob job) {
    return json.read(job.work().request(), Broadcast.EventMessage.class);
  }

  /**
   * Records progress and renews the lease; returns false if the job has ended or the lease is lost.
   */
  boolean saveProgress(LeasedJob job, int node, UUID place, int done, int refused) {
    return jdbc.update(SAVE_PROGRESS, place, done, refused, job.tenant().value(), job.id(), node)
        == 1;
  }

  /** Renews the lease; returns false if the job has ended or the lease is lost. */
  boolean renewLease(LeasedJob job, int node) {
    return jdbc.update(RENEW_LEASE, job.tenant().value(), job.id(), node) == 1;
  }

  void setTotal(LeasedJob job, int node, int total) {
    jdbc.update(SET_TOTAL, total, job.tenant().value(), job.id(), node);
  }

  /**
   * Begins another pass with the newest execution and sets the total to the executions handled so
   * far.
   *
   * @return false if the job has ended or the lease is lost
   */
  boolean restartPass(LeasedJob job, int node) {
    return jdbc.update(RESTART_PASS, job.tenant().value(), job.id(), node) == 1;
  }

  void end(LeasedJob job, int node, JobStatus status, String problem) {
    jdbc.update(END, status.name(), problem, job.tenant().value(), job.id(), node);
  }

  /** Releases the job, so that any node can take it after the given time. */
  void release(LeasedJob job, int node, Duration rest) {
    jdbc.update(RELEASE, (double) rest.toMillis() / 1000, job.tenant().value(), job.id(), node);
  }

  void deleteOld() {
    jdbc.update(DELETE_OLD);
  }
}
