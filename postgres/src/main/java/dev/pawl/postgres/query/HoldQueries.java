package dev.pawl.postgres.query;

import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.row.AwaitedText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Queries for what a live execution waits for: its queue, its children and external results. */
public final class HoldQueries {

  // While an execution is queued, wake_at is the time since which it has been runnable.
  private static final String QUEUED =
      """
      select %s, e.wake_at, e.started from pawl.execution e
       where e.tenant = ? and e.id = ? and (%s or %s)
      """
          .formatted(WaitColumns.HELD_BACK, WaitColumns.HELD_BACK, WaitColumns.IN_LINE);

  private static final String CHILDREN =
      """
      select e.id::text from pawl.execution e
       where e.tenant = ? and e.parent = ? and e.parent_step = ? limit 5
      """;

  // While a node owns the execution, only that node knows its awaited calls.
  private static final String AWAITED =
      """
      select e.awaited from pawl.execution e
       where e.tenant = ? and e.id = ? and e.owner is null and e.awaited is not null
      """;

  private final TenantDatabase tenanted;

  public HoldQueries(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /**
   * The queue state of a runnable execution.
   *
   * @param isHeldBack true if a concurrency limit holds it back
   * @param since time since which it has been runnable
   */
  public record QueueState(boolean isHeldBack, Instant since, boolean hasStarted) {}

  /** Returns the queue state of an execution; empty if it is not queued. */
  public Optional<QueueState> queueState(ExecutionKey key) {
    return tenanted
        .of(key.tenant())
        .use(
            connection ->
                Rows.first(
                    connection,
                    QUEUED,
                    row ->
                        new QueueState(
                            row.getBoolean(1), Rows.time(row, 2).orElseThrow(), row.getBoolean(3)),
                    key.tenant().value(),
                    key.id().value()));
  }

  /** Returns the calls whose results an execution awaits; empty while a node owns it. */
  public List<Awaited> awaited(ExecutionKey key) {
    return tenanted
        .of(key.tenant())
        .use(
            connection ->
                Rows.first(
                    connection,
                    AWAITED,
                    row -> AwaitedText.read(row.getString(1)),
                    key.tenant().value(),
                    key.id().value()))
        .orElse(List.of());
  }

  /** Returns the ids of up to five live children of a step. */
  public List<String> children(ExecutionKey key, String step) {
    return tenanted
        .of(key.tenant())
        .use(
            connection ->
                Rows.list(
                    connection,
                    CHILDREN,
                    row -> row.getString(1),
                    key.tenant().value(),
                    key.id().value(),
                    step));
  }
}
