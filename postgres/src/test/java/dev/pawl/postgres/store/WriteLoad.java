package dev.pawl.postgres.store;

import com.sun.management.OperatingSystemMXBean;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.Disposition.Continue;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.ExecutionMetadata.StartAttributes;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.embedded.EmbeddedOptions;
import dev.pawl.postgres.embedded.EmbeddedPostgres;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Writes executions of five steps as fast as the store takes them, without an engine, and says what
 * one of them costs. Not a test: run it by hand.
 *
 * <p>Arguments: seconds to warm up, seconds to measure, executions alive, commits in a batch, the
 * port of a server (none: an embedded one).
 */
final class WriteLoad {

  private static final int STEPS = 5;
  private static final int WRITERS = 2;
  private static final VersionKey VERSION = new VersionKey(TenantId.DEFAULT, "order", 1);

  /** An unfinished execution of the load and its number of facts. */
  private static final class LoadExecution {
    private ExecutionMetadata info;
    private Instant started;
    private int facts;
  }

  private final NodeSession session;
  private final AtomicLong finished = new AtomicLong();
  private final AtomicLong batches = new AtomicLong();
  private final byte[][] facts;
  private volatile boolean over;

  private WriteLoad(NodeSession session) {
    this.session = session;
    Random random = new Random(7);
    facts = new byte[64][];
    for (int i = 0; i < facts.length; i++) {
      facts[i] = new byte[525];
      for (int at = 0; at < facts[i].length; at++) {
        facts[i][at] = (byte) (' ' + random.nextInt(90));
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    int warmUp = argument(arguments, 0, 10);
    int measured = argument(arguments, 1, 20);
    int alive = argument(arguments, 2, 512);
    int batch = argument(arguments, 3, 150);
    int port = argument(arguments, 4, 0);
    if (port > 0) {
      Database database =
          Database.at("jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres");
      run(database, warmUp, measured, alive, batch);
      return;
    }
    Path folder = Files.createTempDirectory("pawl-load");
    EmbeddedOptions options = EmbeddedOptions.defaults().withSetting("shared_buffers", "1GB");
    try (EmbeddedPostgres server = EmbeddedPostgres.start(folder, options)) {
      run(Database.of(server), warmUp, measured, alive, batch);
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  private static int argument(String[] arguments, int index, int otherwise) {
    return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
  }

  private static void run(Database database, int warmUp, int measured, int alive, int batch)
      throws Exception {
    try (PostgresStore store = PostgresStore.open(database, StoreOptions.defaults());
        NodeSession session = store.join("load");
        Connection watch = database.connect()) {
      WriteLoad load = new WriteLoad(session);
      List<Thread> threads = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int number = writer;
        threads.add(Thread.ofPlatform().start(() -> load.write(number, alive / WRITERS, batch)));
      }
      Thread lease =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    while (!load.over) {
                      session.renew();
                      session.claim(10);
                      pause(1);
                    }
                  });
      pause(warmUp);
      for (int round = 0; round < 2; round++) {
        load.measure(watch, measured);
      }
      load.over = true;
      for (Thread thread : threads) {
        thread.join();
      }
      lease.join();
    }
  }

  private static void pause(int seconds) {
    try {
      Thread.sleep(Duration.ofSeconds(seconds));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void measure(Connection watch, int seconds) throws SQLException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long began = System.nanoTime();
    long count = finished.get();
    long statements = batches.get();
    long own = system.getProcessCpuTime();
    double server = serverCpu(watch);
    long wal = number(watch, "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')");
    pause(seconds);
    double took = (System.nanoTime() - began) / 1e9;
    double executions = finished.get() - count;
    System.out.printf(
        Locale.ROOT,
        "%.0f executions/s, %.1f commits/batch, %.2f ms/batch; each: JVM %.1f us, PostgreSQL %.1f"
            + " us, WAL %.0f bytes; hot table %d KB%n",
        executions / took,
        executions * (STEPS + 1) / (batches.get() - statements),
        took * 1000 * WRITERS / (batches.get() - statements),
        (system.getProcessCpuTime() - own) / 1e3 / executions,
        (serverCpu(watch) - server) * 1e6 / executions,
        (number(watch, "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')") - wal) / executions,
        number(watch, "select pg_total_relation_size('pawl.execution') / 1024"));
  }

  /** Seconds of all processes of the server, those that have ended included. */
  private static double serverCpu(Connection watch) throws SQLException {
    long self = number(watch, "select pg_backend_pid()");
    long postmaster = field(self, 4);
    double ticks = 0;
    try (Stream<ProcessHandle> processes = ProcessHandle.allProcesses()) {
      for (ProcessHandle process : processes.toList()) {
        try {
          if (process.pid() == postmaster) {
            ticks += field(postmaster, 14) + field(postmaster, 15);
            ticks += field(postmaster, 16) + field(postmaster, 17);
          } else if (field(process.pid(), 4) == postmaster) {
            ticks += field(process.pid(), 14) + field(process.pid(), 15);
          }
        } catch (RuntimeException gone) {
          // It ended meanwhile; its parent has its time now.
        }
      }
    }
    return ticks / 100;
  }

  private static long field(long pid, int number) {
    try {
      String text = Files.readString(Path.of("/proc/" + pid + "/stat"));
      String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
      return Long.parseLong(fields[number - 3]);
    } catch (java.io.IOException gone) {
      throw new IllegalStateException(gone);
    }
  }

  private static long number(Connection watch, String question) throws SQLException {
    try (Statement statement = watch.createStatement();
        ResultSet rows = statement.executeQuery(question)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private void write(int writer, int alive, int size) {
    Random random = new Random(writer);
    List<LoadExecution> executions = new ArrayList<>();
    for (int i = 0; i < alive; i++) {
      executions.add(new LoadExecution());
    }
    int next = 0;
    try {
      while (!over) {
        List<Commit> batch = new ArrayList<>(size);
        for (int i = 0; i < Math.min(size, alive); i++) {
          batch.add(commit(executions.get(next++ % alive), random));
        }
        for (CommitResult written : session.write(writer, batch)) {
          if (written != Committed.COMMITTED) {
            throw new IllegalStateException(written.toString());
          }
        }
        batches.incrementAndGet();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Commit commit(LoadExecution execution, Random random) {
    Instant now = Instant.now();
    boolean isFirst = execution.facts == 0;
    if (isFirst) {
      execution.started = now;
      execution.info = info(now, random);
    }
    execution.facts++;
    boolean end = execution.facts == STEPS + 1;
    Commit commit =
        new Commit(
            execution.info,
            isFirst,
            List.of(new JournalEntry(execution.facts, now, facts[random.nextInt(facts.length)])),
            0,
            Commit.Outgoing.NOTHING,
            end
                ? new Disposition.End(Status.SUCCEEDED, execution.started, now, Optional.empty())
                : Continue.CONTINUE);
    if (end) {
      execution.facts = 0;
      finished.incrementAndGet();
    }
    return commit;
  }

  private static ExecutionMetadata info(Instant now, Random random) {
    long upper = now.toEpochMilli() << 16 | 0x7000 | random.nextInt(0x1000);
    long lower = 0x8000_0000_0000_0000L | random.nextLong() >>> 2;
    return new ExecutionMetadata(
        new ExecutionKey(TenantId.DEFAULT, new ExecutionId(new UUID(upper, lower))),
        VERSION,
        Optional.empty(),
        Optional.empty(),
        0,
        StartAttributes.NONE);
  }
}
