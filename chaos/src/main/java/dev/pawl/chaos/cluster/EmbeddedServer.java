package dev.pawl.chaos.cluster;

import dev.pawl.postgres.embedded.EmbeddedOptions;
import dev.pawl.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The server that Pawl brings; it comes back by itself. */
public final class EmbeddedServer implements Server {

  private static final Duration BACK_WITHIN = Duration.ofSeconds(60);

  private final EmbeddedPostgres postgres;
  private final AtomicInteger databases = new AtomicInteger();

  private EmbeddedServer(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  public static EmbeddedServer start(Path folder) {
    return new EmbeddedServer(
        EmbeddedPostgres.start(
            folder,
            EmbeddedOptions.defaults()
                .withSetting("max_connections", "100")
                .withSetting("shared_buffers", "128MB")));
  }

  private Place main() {
    return new Place(postgres.port(), "pawl", postgres.user(), postgres.password());
  }

  @Override
  public Place newDatabase() throws SQLException {
    String name = "chaos" + databases.incrementAndGet();
    Connections.execute(main(), "create database " + name);
    return new Place(postgres.port(), name, postgres.user(), postgres.password());
  }

  @Override
  public void kill() {
    ProcessHandle.of(postgres.pid()).ifPresent(ProcessHandle::destroyForcibly);
  }

  @Override
  public void awaitBack() throws SQLException, InterruptedException {
    Connections.awaitAnswer(main(), BACK_WITHIN);
  }

  @Override
  public void close() {
    postgres.close();
  }
}
