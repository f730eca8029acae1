package dev.pawl.server;

import dev.pawl.postgres.database.DatabaseUnusableException;
import dev.pawl.postgres.embedded.EmbeddedPostgresException;
import dev.pawl.postgres.schema.SchemaException;
import dev.pawl.server.settings.Setting;
import dev.pawl.server.settings.SettingException;
import dev.pawl.server.settings.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.web.server.PortInUseException;
import picocli.CommandLine.ParameterException;

/** {@code pawl up}: starts a server and stays until it is told to stop. */
public final class Main {

  private static final int UNUSABLE = 1;
  private static final int MISUSE = 2;
  private static final int OUT_OF_MEMORY = 3;
  private static final Logger LOG = System.getLogger(Main.class.getName());

  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    Thread.setDefaultUncaughtExceptionHandler(Main::end);
    // Never upon the database that somebody works with.
    Map<String, String> environment = Rehearsal.isAskedFor() ? Map.of() : System.getenv();
    System.exit(run(arguments, environment, System.out, System.err));
  }

  /**
   * A server that has lost one of its threads for want of memory is worse than none. The launcher
   * also has the JVM end where somebody catches that; a jar cannot ask for it when it is started.
   */
  private static void end(Thread thread, Throwable failed) {
    if (failed instanceof OutOfMemoryError) {
      Runtime.getRuntime().halt(OUT_OF_MEMORY);
    }
    LOG.log(Level.ERROR, "thread " + thread.getName() + " has ended", failed);
  }

  static int run(
      String[] arguments, Map<String, String> environment, PrintStream out, PrintStream err)
      throws InterruptedException {
    try {
      Optional<UpOptions.Asked> asked = new UpOptions().parse(arguments);
      if (asked.isEmpty()) {
        return 0;
      }
      Settings settings = Settings.read(asked.get().flags(), environment, asked.get().config());
      if (asked.get().showsConfig()) {
        out.print(settings.shown());
        return 0;
      }
      return serve(settings, out, err);
    } catch (ParameterException e) {
      err.println("pawl: " + UpOptions.sentence(e) + " (pawl up --help tells more)");
    } catch (SettingException e) {
      err.println("pawl: " + e.getMessage());
    }
    return MISUSE;
  }

  private static int serve(Settings settings, PrintStream out, PrintStream err)
      throws InterruptedException {
    ServerSettings how;
    try {
      how = ServerSettings.of(settings);
    } catch (IllegalArgumentException e) {
      err.println("pawl: " + e.getMessage());
      return UNUSABLE;
    }
    PawlServer server;
    try {
      server = PawlServer.start(how);
    } catch (DatabaseUnusableException | EmbeddedPostgresException | SchemaException e) {
      err.println("pawl: " + e.getMessage());
      return UNUSABLE;
    } catch (UncheckedIOException e) {
      err.println("pawl: " + e.getMessage() + ": " + e.getCause());
      return UNUSABLE;
    } catch (RuntimeException e) {
      if (!isPortInUse(e)) {
        throw e;
      }
      err.println("pawl: port " + how.port() + " is in use; give another with --port");
      return UNUSABLE;
    }
    PidFile pid = PidFile.write(how.data());
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.close();
                  pid.delete();
                },
                "pawl-stop"));
    if (settings.isOn(Setting.SAMPLES) && how.web().isOfThisMachine() && server.hasKey()) {
      Samples.bring(server.address(), how.data().resolve(FirstKey.FILE), err);
    }
    tell(out, how, server);
    if (Rehearsal.isAskedFor()) {
      return rehearse(server, how.data().resolve(FirstKey.FILE), out, err);
    }
    Thread.currentThread().join();
    return 0;
  }

  private static int rehearse(PawlServer server, Path key, PrintStream out, PrintStream err)
      throws InterruptedException {
    try {
      out.println("Rehearsed with " + Rehearsal.run(server.address(), key) + " executions");
      return 0;
    } catch (IOException e) {
      err.println("pawl: the rehearsal failed: " + e);
      return UNUSABLE;
    }
  }

  private static void tell(PrintStream out, ServerSettings settings, PawlServer server) {
    String database = settings.database().map(Object::toString).orElse("its own PostgreSQL");
    out.println("Pawl is up at " + server.address());
    out.println("  sign in    " + server.signInLink());
    out.println(
        "  your key   "
            + (server.hasKey()
                ? settings.data().resolve(FirstKey.FILE).toAbsolutePath()
                : "whoever set this database up has it; sign in to issue another"));
    out.println("  its data   " + settings.data().toAbsolutePath() + ", in " + database);
    out.println("  its pid    " + ProcessHandle.current().pid());
    out.println("  try        ./pawl flows, ./pawl start hello --wait");
    out.println("The sign-in link works once. Ctrl-C stops the server; what is under way goes on");
    out.println("when it is started again.");
    out.flush();
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
