package dev.pawl.server;

import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.database.DatabaseUnusableException;
import dev.pawl.postgres.embedded.EmbeddedPostgresException;
import dev.pawl.postgres.schema.SchemaException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.PortInUseException;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pawl up}: starts a server and stays until it is told to stop. */
@Command(
    name = "up",
    description = "Starts the server, with a PostgreSQL of its own unless there is another.",
    mixinStandardHelpOptions = true)
public final class Main implements Callable<Integer> {

  private static final int UNUSABLE = 1;

  @ArgGroup(exclusive = true)
  private @Nullable Place place;

  @Option(
      names = "--host",
      description = "The address to listen on; only this machine can reach the default.",
      defaultValue = "127.0.0.1")
  private String host = "";

  @Option(
      names = "--port",
      description = "The port to listen on, 0 for any that is free.",
      defaultValue = "8080")
  private int port;

  @Option(
      names = "--behind-proxy",
      description = "A proxy with TLS stands before it: it may listen on any address.")
  private boolean behindProxy;

  /** Where everything is kept. */
  static final class Place {
    @Option(names = "--data", paramLabel = "DIR", description = "The folder for data (pawl-data).")
    private @Nullable Path data;

    @Option(names = "--database", paramLabel = "URL", description = "A PostgreSQL that is there.")
    private @Nullable String database;
  }

  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public Integer call() throws InterruptedException {
    ServerSettings settings;
    try {
      settings = settings();
    } catch (IllegalArgumentException e) {
      System.err.println("pawl: " + e.getMessage());
      return UNUSABLE;
    }
    PawlServer server;
    try {
      server = PawlServer.start(settings);
    } catch (DatabaseUnusableException | EmbeddedPostgresException | SchemaException e) {
      System.err.println("pawl: " + e.getMessage());
      return UNUSABLE;
    } catch (RuntimeException e) {
      if (!isPortInUse(e)) {
        throw e;
      }
      System.err.println("pawl: port " + port + " is in use; give another with --port");
      return UNUSABLE;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "pawl-stop"));
    tell(System.out, settings, server);
    Thread.currentThread().join();
    return 0;
  }

  private ServerSettings settings() {
    Path data = place == null || place.data == null ? Path.of("pawl-data") : place.data;
    Optional<Database> database =
        place == null || place.database == null
            ? Optional.empty()
            : Optional.of(Database.at(place.database));
    return new ServerSettings(data, database, host, port, behindProxy);
  }

  private static void tell(PrintStream out, ServerSettings settings, PawlServer server) {
    out.println("Pawl is up at " + server.address());
    out.println("  its data   " + settings.data().toAbsolutePath());
    out.println("  your key   " + settings.data().resolve(FirstKey.FILE).toAbsolutePath());
    out.println("  sign in    " + server.signInLink());
    out.println("Ctrl-C stops it.");
  }

  private static boolean isPortInUse(Throwable failed) {
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      if (cause instanceof PortInUseException) {
        return true;
      }
    }
    return false;
  }
}
