package dev.pawl.postgres.worker;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Counts tasks that wait for a worker. */
public final class WaitingTasks {

  /** The maximum number of tasks of a tenant that are counted. */
  public static final int MAX_COUNTED = 20_000;

  private static final String COUNT =
      """
      select w.resource, count(*), min(w.offered_at)
        from (select o.resource, o.offered_at from pawl.offer o
               where o.tenant = ? and o.free limit %d) w
       group by w.resource
      """
          .formatted(MAX_COUNTED);

  private final TenantDatabase tenanted;

  public WaitingTasks(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /**
   * The tasks of a resource that no worker has leased.
   *
   * @param since when the oldest of them was offered
   */
  public record WaitingCount(int count, Instant since) {}

  /** Returns the resources with waiting tasks. */
  public Map<String, WaitingCount> byResource(TenantId tenant) {
    return tenanted
        .of(tenant)
        .use(
            connection -> {
              Map<String, WaitingCount> found = new HashMap<>();
              Rows.list(
                  connection,
                  COUNT,
                  row ->
                      found.put(
                          row.getString(1),
                          new WaitingCount(row.getInt(2), Rows.time(row, 3).orElseThrow())),
                  tenant.value());
              return found;
            });
  }
}
