package dev.pawl.chaos.cluster;

import dev.pawl.postgres.embedded.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A server made of the installed PostgreSQL, for what the embedded one cannot do, such as
 * replication or a full disk.
 */
public final class InstalledPostgresServer implements PostgresServer {

  private static final Path POSTGRES_FOLDER = Path.of("/usr/lib/postgresql");
  private static final String USER = "postgres";
  private static final Duration RESTART_TIMEOUT = Duration.ofSeconds(60);

  private final Path programs;
  private final Path data;
  private final int port;
  private final List<String> settings;
  private final AtomicInteger databases = new AtomicInteger();

  private InstalledPostgresServer(Path programs, Path data, int port, List<String> settings) {
    this.programs = programs;
    this.data = data;
    this.port = port;
    this.settings = settings;
  }

  /** Returns the newest installed PostgreSQL programs, if any. */
  public static Optional<Path> installed() {
    if (!Files.isDirectory(POSTGRES_FOLDER)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(POSTGRES_FOLDER)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("pg_basebackup")))
          .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
          .max(Comparator.naturalOrder());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Creates and starts a server in an empty folder. */
  public static InstalledPostgresServer create(Path programs, Path folder, List<String> settings)
      throws IOException, InterruptedException, SQLException {
    InstalledPostgresServer server =
        new InstalledPostgresServer(programs, folder.resolve("data"), FreePort.find(), settings);
    server.changeOwner(folder);
    server.run(
        "initdb",
        "--pgdata=" + server.data,
        "--username=" + USER,
        "--auth=trust",
        "--no-sync",
        "--encoding=UTF8",
        "--locale=C");
    server.startOrEnd();
    return server;
  }

  /** Creates and starts a streaming replica of this server. */
  public InstalledPostgresServer follower(Path folder)
      throws IOException, InterruptedException, SQLException {
    InstalledPostgresServer standby =
        new InstalledPostgresServer(programs, folder.resolve("data"), FreePort.find(), List.of());
    changeOwner(folder);
    run(
        "pg_basebackup",
        "--pgdata=" + standby.data,
        "--write-recovery-conf",
        "--checkpoint=fast",
        "--wal-method=stream",
        "--dbname=host=127.0.0.1 port=%d user=%s application_name=standby".formatted(port, USER));
    standby.startOrEnd();
    return standby;
  }

  private void changeOwner(Path folder) throws IOException, InterruptedException {
    if (isRoot()) {
      SystemCommand.run(List.of("chown", USER, folder.toString()));
    }
  }

  /** Returns true if this process runs as root. */
  public static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private String run(String program, String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    if (isRoot()) {
      line.addAll(List.of("runuser", "-u", USER, "--"));
    }
    line.add(programs.resolve(program).toString());
    line.addAll(List.of(arguments));
    return SystemCommand.run(line);
  }

  /** Starts the server and stops it if that fails, because the caller has no reference to close. */
  private void startOrEnd() throws IOException, InterruptedException, SQLException {
    try {
      start();
    } catch (IOException | InterruptedException | SQLException | RuntimeException e) {
      kill();
      throw e;
    }
  }

  /** Starts the server, also after it was killed. */
  public void start() throws IOException, InterruptedException, SQLException {
    List<String> options = new ArrayList<>();
    options.add("-p " + port);
    options.add("-c listen_addresses=127.0.0.1");
    options.add("-c unix_socket_directories=");
    options.add("-c max_connections=100");
    options.add("-c shared_buffers=32MB");
    settings.forEach(setting -> options.add("-c " + setting));
    run(
        "pg_ctl",
        "--pgdata=" + data,
        "--options=" + String.join(" ", options),
        "--log=" + data.resolve("server.log"),
        "--timeout=60",
        "--wait",
        "start");
    DirectConnections.awaitAnswer(database(USER), RESTART_TIMEOUT);
  }

  /** Promotes a replica to a primary. */
  public void promote() throws IOException, InterruptedException {
    run("pg_ctl", "--pgdata=" + data, "--timeout=60", "--wait", "promote");
  }

  /** Makes every commit wait for the given replica. */
  public void confirmBy(String follower) throws SQLException, InterruptedException {
    DirectConnections.execute(
        database(USER), "alter system set synchronous_standby_names = '%s'".formatted(follower));
    DirectConnections.execute(database(USER), "select pg_reload_conf()");
    while (number("select count(*) from pg_stat_replication where sync_state = 'sync'") == 0) {
      Thread.sleep(50);
    }
  }

  public int port() {
    return port;
  }

  private DatabaseAddress database(String name) {
    return new DatabaseAddress(port, name, USER, "");
  }

  /** Returns the number that a query selects. */
  public long number(String query) throws SQLException {
    return new ClusterInspection(database(USER)).number(query);
  }

  /** Writes until the server finds no space for a new WAL file. */
  public void exhaust() {
    try {
      DirectConnections.execute(database(USER), "create table if not exists filler (number int)");
      for (int i = 0; i < 50; i++) {
        DirectConnections.execute(database(USER), "insert into filler values (1)");
        DirectConnections.execute(database(USER), "select pg_switch_wal()");
      }
      throw new IllegalStateException("the disk is not full");
    } catch (SQLException full) {
      // The disk is full, as intended.
    }
  }

  @Override
  public DatabaseAddress newDatabase() throws SQLException {
    String name = "chaos" + databases.incrementAndGet();
    DirectConnections.execute(database(USER), "create database " + name);
    return database(name);
  }

  @Override
  public void kill() throws IOException {
    Optional<ProcessHandle> first = process();
    if (first.isPresent()) {
      List<ProcessHandle> all = new ArrayList<>(first.get().descendants().toList());
      all.add(first.get());
      all.forEach(ProcessHandle::destroyForcibly);
      all.forEach(process -> process.onExit().join());
    }
  }

  private Optional<ProcessHandle> process() throws IOException {
    Path file = data.resolve("postmaster.pid");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    List<String> lines = Files.readAllLines(file);
    return lines.isEmpty()
        ? Optional.empty()
        : ProcessHandle.of(Long.parseLong(lines.getFirst().strip()))
            .filter(
                process ->
                    process.info().command().filter(name -> name.contains("postgres")).isPresent());
  }

  @Override
  public void awaitBack() throws IOException, InterruptedException, SQLException {
    if (process().isEmpty()) {
      start();
    }
    DirectConnections.awaitAnswer(database(USER), RESTART_TIMEOUT);
  }

  @Override
  public void close() throws IOException {
    kill();
  }
}
