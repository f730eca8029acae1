package dev.pawl.chaos.cluster;

import dev.pawl.postgres.embedded.EmbeddedOptions;
import dev.pawl.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The embedded PostgreSQL server; its postmaster restarts by itself. */
public final class EmbeddedPostgresServer implements PostgresServer {

  private static final Duration RESTART_TIMEOUT = Duration.ofSeconds(60);

  private final EmbeddedPostgres postgres;
  private final AtomicInteger databases = new AtomicInteger();

  private EmbeddedPostgresServer(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  public static EmbeddedPostgresServer start(Path folder) {
    return new EmbeddedPostgresServer(
        EmbeddedPostgres.start(
            folder,
            EmbeddedOptions.defaults()
                .withSetting("max_connections", "100")
                .withSetting("shared_buffers", "128MB")));
  }

  private DatabaseAddress main() {
    return new DatabaseAddress(postgres.port(), "pawl", postgres.user(), postgres.password());
  }

  @Override
  public DatabaseAddress newDatabase() throws SQLException {
    String name = "chaos" + databases.incrementAndGet();
    DirectConnections.execute(main(), "create database " + name);
    return new DatabaseAddress(postgres.port(), name, postgres.user(), postgres.password());
  }

  @Override
  public void kill() {
    ProcessHandle.of(postgres.pid()).ifPresent(ProcessHandle::destroyForcibly);
  }

  @Override
  public void awaitBack() throws SQLException, InterruptedException {
    DirectConnections.awaitAnswer(main(), RESTART_TIMEOUT);
  }

  @Override
  public void close() {
    postgres.close();
  }
}
