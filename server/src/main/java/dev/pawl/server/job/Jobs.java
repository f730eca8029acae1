package dev.pawl.server.job;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.execution.Broadcast;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.ApiJson;
import dev.pawl.server.web.OneOf;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Jobs as they are stored. Who works on one has it for a while, and renews that as it goes on. */
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
      j.id, j.action, j.status, j.done, j.refused, j.problem, j.created_by, j.created_at,
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

  // The one that waits longest: several jobs take turns.
  private static final String TAKE =
      """
      update pawl.job j set node = ?, lease_until = now() + interval '30 seconds'
        from (select o.tenant, o.id from pawl.job o
               where o.status = 'RUNNING' and o.lease_until <= now()
               order by o.lease_until limit 1 for update skip locked) o
       where j.tenant = o.tenant and j.id = o.id
      returning j.tenant, j.id, j.action, j.request, j.place, j.created_at, j.created_by,
                j.total is not null
      """;

  private static final String GO_ON =
      """
      update pawl.job
         set place = ?, done = done + ?, refused = refused + ?,
             lease_until = now() + interval '30 seconds'
       where tenant = ? and id = ? and node = ? and status = 'RUNNING'
      """;

  private static final String STAY =
      """
      update pawl.job set lease_until = now() + interval '30 seconds'
       where tenant = ? and id = ? and node = ? and status = 'RUNNING'
      """;

  private static final String COUNTED =
      """
      update pawl.job set total = ?, lease_until = now() + interval '30 seconds'
       where tenant = ? and id = ? and node = ? and status = 'RUNNING'
      """;

  private static final String BEGIN_AGAIN =
      """
      update pawl.job
         set place = null, total = done + refused, lease_until = now() + interval '30 seconds'
       where tenant = ? and id = ? and node = ? and status = 'RUNNING'
      """;

  private static final String END =
      """
      update pawl.job set status = ?, problem = ?, ended_at = now()
       where tenant = ? and id = ? and node = ? and status = 'RUNNING'
      """;

  private static final String PUT_DOWN =
      """
      update pawl.job set lease_until = now() + make_interval(secs => ?)
       where tenant = ? and id = ? and node = ?
      """;

  private static final String FORGET =
      "delete from pawl.job where ended_at < now() - interval '30 days'";

  /** The action of a job that tells an event. */
  static final String TELL = "EVENT";

  /** Above all ids. */
  static final UUID NEWEST = new UUID(-1, -1);

  private final Tenanted tenanted;

  /** Whoever takes up jobs does so for all tenants. */
  private final Borrowed borrowed;

  private final ApiJson json;

  Jobs(Tenanted tenanted, Borrowed borrowed, ApiJson json) {
    this.tenanted = tenanted;
    this.borrowed = borrowed;
    this.json = json;
  }

  /**
   * A job as the API shows it.
   *
   * @param done how many executions took the order
   * @param refused how many did not: they had ended, or had not
   * @param total how many executions it is about, once they are counted
   */
  record JobView(
      UUID id,
      @OneOf({
            "CANCEL",
            "RETRY",
            "SIGNAL",
            "PAUSE",
            "RESUME",
            "STOP_STARTS",
            "PAUSE_ALL",
            "RESUME_ALL",
            TELL
          })
          String action,
      Status status,
      int done,
      int refused,
      @Nullable String problem,
      String createdBy,
      Instant createdAt,
      @Nullable Instant endedAt,
      @Nullable Integer total) {}

  /** How far a job is. */
  enum Status {
    RUNNING,
    DONE,
    CANCELLED,
    FAILED
  }

  /** What is to be done, and the request for it as it is stored. */
  record Work(String action, String request) {}

  /**
   * A job that was taken up.
   *
   * @param place the last execution that was dealt with
   * @param counted whether it is known how many there are
   */
  record Taken(
      TenantId tenant,
      UUID id,
      Work work,
      Optional<UUID> place,
      Instant createdAt,
      String createdBy,
      boolean counted) {}

  /**
   * @param rest how long nobody begins with it
   */
  UUID create(TenantId tenant, UUID id, Bulk bulk, String by, Duration rest) {
    return create(tenant, id, new Work(bulk.what().name(), json.write(bulk)), by, rest);
  }

  UUID create(TenantId tenant, UUID id, Broadcast.Telling telling, String by) {
    return create(tenant, id, new Work(TELL, json.write(telling)), by, Duration.ZERO);
  }

  private UUID create(TenantId tenant, UUID id, Work work, String by, Duration rest) {
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

  List<JobView> list(TenantId tenant, Optional<Status> status, Optional<UUID> after, int limit) {
    String wanted = status.map(Status::name).orElse("");
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    LIST,
                    Jobs::view,
                    tenant.value(),
                    after.orElse(NEWEST),
                    wanted,
                    wanted,
                    limit));
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
        Rows.time(row, 9).orElse(null),
        row.getObject(10, Integer.class));
  }

  /** All of an action. */
  void cancel(TenantId tenant, Bulk.Action action) {
    tenanted.of(tenant).update(CANCEL_ALL, tenant.value(), action.name());
  }

  Untold untold() {
    return new Untold(tenanted);
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
                        new Work(row.getString(3), row.getString(4)),
                        Optional.ofNullable(row.getObject(5, UUID.class)),
                        Rows.time(row, 6).orElseThrow(),
                        row.getString(7),
                        row.getBoolean(8)),
                node));
  }

  /** What is to be done; empty if no release that this one knows wrote it down. */
  Optional<Bulk> bulk(Taken job) {
    try {
      return json.read(job.work().request(), Bulk.class).map(Bulk::checked);
    } catch (Refusal e) {
      return Optional.empty();
    }
  }

  Optional<Broadcast.Telling> telling(Taken job) {
    return json.read(job.work().request(), Broadcast.Telling.class);
  }

  /** False if the job is over, or somebody else's. */
  boolean goOn(Taken job, int node, UUID place, int done, int refused) {
    return borrowed.update(GO_ON, place, done, refused, job.tenant().value(), job.id(), node) == 1;
  }

  /** Keeps it for a while longer; false if the job is over, or somebody else's. */
  boolean stay(Taken job, int node) {
    return borrowed.update(STAY, job.tenant().value(), job.id(), node) == 1;
  }

  void counted(Taken job, int node, int total) {
    borrowed.update(COUNTED, total, job.tenant().value(), job.id(), node);
  }

  /**
   * From the newest on, and all that were found are counted; false if the job is over, or somebody
   * else's.
   */
  boolean beginAgain(Taken job, int node) {
    return borrowed.update(BEGIN_AGAIN, job.tenant().value(), job.id(), node) == 1;
  }

  void end(Taken job, int node, Status status, String problem) {
    borrowed.update(END, status.name(), problem, job.tenant().value(), job.id(), node);
  }

  /** Lets somebody else take it, or the same one, after a while. */
  void putDown(Taken job, int node, Duration rest) {
    borrowed.update(
        PUT_DOWN, (double) rest.toMillis() / 1000, job.tenant().value(), job.id(), node);
  }

  void forgetOld() {
    borrowed.update(FORGET);
  }
}
