package dev.pawl.peers;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Reads the resource usage of the PostgreSQL server and of this process. */
final class ResourceMeter implements AutoCloseable {

  private static final long MILLIS_PER_TICK = 10;

  private final OperatingSystemMXBean process =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final Connection connection;
  private final PreparedStatement counters;
  private final long postmaster;

  record Reading(
      long nanos, long walBytes, long commits, long processCpuMillis, long postgresCpuMillis) {}

  ResourceMeter(Database database) throws SQLException {
    connection = database.connect();
    // Busy backends report their commits once a second, so windows are whole seconds.
    counters =
        connection.prepareStatement(
            """
            select pg_current_wal_insert_lsn() - '0/0'::pg_lsn, xact_commit
            from pg_stat_database where datname = current_database()\
            """);
    postmaster = postmaster();
  }

  Reading read() throws SQLException {
    try (ResultSet row = counters.executeQuery()) {
      row.next();
      return new Reading(
          System.nanoTime(),
          row.getLong(1),
          row.getLong(2),
          process.getProcessCpuTime() / 1_000_000,
          postgresCpuMillis());
    }
  }

  private long postmaster() throws SQLException {
    try (ResultSet row =
        connection
            .createStatement()
            .executeQuery("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::bigint")) {
      row.next();
      return row.getLong(1);
    }
  }

  /**
   * Returns the CPU time of the postmaster and its live and ended children; 0 on systems without
   * {@code /proc}.
   */
  private long postgresCpuMillis() {
    long ticks = 0;
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        ticks += ticks(process);
      }
    } catch (IOException e) {
      return 0;
    }
    return ticks * MILLIS_PER_TICK;
  }

  private long ticks(Path process) {
    String text;
    try {
      text = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return 0; // The process has ended; its parent's counters include it.
    }
    List<String> fields = List.of(text.substring(text.lastIndexOf(')') + 2).split(" "));
    long user = Long.parseLong(fields.get(11));
    long system = Long.parseLong(fields.get(12));
    if (process.getFileName().toString().equals(Long.toString(postmaster))) {
      return user + system + Long.parseLong(fields.get(13)) + Long.parseLong(fields.get(14));
    }
    return Long.parseLong(fields.get(1)) == postmaster ? user + system : 0;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
