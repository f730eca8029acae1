package dev.pawl.peers.dbscheduler;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.pawl.peers.Database;
import dev.pawl.peers.Engine;
import dev.pawl.peers.Workload;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * db-scheduler: each step is a task that replaces itself by the next one and passes its result as
 * the next task's data. It picks tasks by lock-and-fetch in batches larger than its thread pool and
 * polls at once when a task is scheduled. It keeps no history.
 */
public final class DbSchedulerEngine implements Engine {

  private static final int THREADS = 32;

  /** Multiple of the thread count below which db-scheduler fetches more tasks. */
  private static final double LOWER_FETCH_FACTOR = 1;

  private static final double UPPER_FETCH_FACTOR = 4;

  private final Map<String, CompletableFuture<Boolean>> awaited = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();
  private @Nullable HikariDataSource pool;
  private @Nullable Scheduler scheduler;

  @Override
  public void open(Database database) throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.url());
    config.setUsername(database.user());
    config.setPassword(database.password());
    config.setMaximumPoolSize(THREADS + 4);
    HikariDataSource connections = new HikariDataSource(config);
    pool = connections;
    createTables(connections);
    BranchJoins joins = new BranchJoins(connections);
    List<CustomTask<?>> tasks = new ArrayList<>();
    for (Workload workload : List.of(Workload.W1, Workload.W3, Workload.W4)) {
      for (int step = 0; step < workload.steps(); step++) {
        tasks.add(chainTask(workload, step));
      }
    }
    tasks.add(fork(joins));
    tasks.add(branch(joins));
    Scheduler opened =
        Scheduler.create(connections, List.copyOf(tasks))
            .serializer(new TextSerializer())
            .threads(THREADS)
            .pollUsingLockAndFetch(LOWER_FETCH_FACTOR, UPPER_FETCH_FACTOR)
            .pollingInterval(Duration.ofMillis(50))
            .enableImmediateExecution()
            .shutdownMaxWait(Duration.ofSeconds(5))
            .build();
    opened.start();
    scheduler = opened;
  }

  /**
   * Creates the tables of its documentation, without the index for priorities, which are not used.
   */
  private static void createTables(HikariDataSource connections) throws SQLException {
    try (Connection connection = connections.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          create table scheduled_tasks (
            task_name text not null,
            task_instance text not null,
            task_data bytea,
            execution_time timestamp with time zone not null,
            picked boolean not null,
            picked_by text,
            last_success timestamp with time zone,
            last_failure timestamp with time zone,
            consecutive_failures int,
            last_heartbeat timestamp with time zone,
            version bigint not null,
            priority smallint,
            primary key (task_name, task_instance));
          create index execution_time_idx on scheduled_tasks (execution_time);
          create index last_heartbeat_idx on scheduled_tasks (last_heartbeat);
          create table joins (id text primary key, missing int not null) with (fillfactor = 50);
          create table results (
            id text, branch int, result text not null, primary key (id, branch));
          """);
    }
  }

  @Override
  public void execute(Workload workload) throws Exception {
    Scheduler opened = scheduler;
    if (opened == null) {
      throw new IllegalStateException("the engine is not open");
    }
    // Ascending ids keep its index smaller than random ones.
    String id = "%012d".formatted(ids.incrementAndGet());
    CompletableFuture<Boolean> end = new CompletableFuture<>();
    awaited.put(id, end);
    String first = workload == Workload.W2 ? "fork" : name(workload, 0);
    opened.scheduleIfNotExists(new TaskInstance<>(first, id, ""), Instant.now());
    end.get();
  }

  @Override
  public int alive(Workload workload) {
    return workload == Workload.W2 ? 4 : 128;
  }

  private CustomTask<String> chainTask(Workload workload, int step) {
    return Tasks.custom(name(workload, step), String.class)
        .execute(
            (instance, context) -> {
              String result = workload.result(step);
              return step + 1 == workload.steps()
                  ? end(instance.getId())
                  : new CompletionHandler.OnCompleteReplace<>(
                      TaskDescriptor.of(name(workload, step + 1), String.class), result);
            });
  }

  private CustomTask<String> fork(BranchJoins joins) {
    return Tasks.custom("fork", String.class)
        .execute(
            (instance, context) -> {
              joins.open(instance.getId(), Workload.W2.steps());
              List<TaskInstance<?>> branches = new ArrayList<>();
              for (int i = 0; i < Workload.W2.steps(); i++) {
                branches.add(new TaskInstance<>("branch", instance.getId() + "-" + i, ""));
              }
              context.getSchedulerClient().scheduleBatch(branches, Instant.now());
              return new CompletionHandler.OnCompleteRemove<>();
            });
  }

  private CustomTask<String> branch(BranchJoins joins) {
    return Tasks.custom("branch", String.class)
        .execute(
            (instance, context) -> {
              String[] id = instance.getId().split("-");
              int branch = Integer.parseInt(id[1]);
              return joins.arrive(id[0], branch, Workload.W2.result(branch)) == 0
                  ? end(id[0])
                  : new CompletionHandler.OnCompleteRemove<>();
            });
  }

  private CompletionHandler<String> end(String id) {
    return (complete, operations) -> {
      operations.remove();
      CompletableFuture<Boolean> end = awaited.remove(id);
      if (end != null) {
        end.complete(true);
      }
    };
  }

  private static String name(Workload workload, int step) {
    return workload + "-" + step;
  }

  @Override
  public void close() {
    if (scheduler != null) {
      scheduler.stop();
      scheduler = null;
    }
    if (pool != null) {
      pool.close();
      pool = null;
    }
  }

  /** Stores data as text; the default, Java serialization, is slower and larger. */
  private static final class TextSerializer implements Serializer {

    @Override
    public byte[] serialize(Object data) {
      return ((String) data).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public <T> T deserialize(Class<T> type, byte[] data) {
      return type.cast(new String(data, StandardCharsets.UTF_8));
    }
  }
}
