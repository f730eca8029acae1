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
import org.jspecify.annotations.Nullable;
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
    Voice voice = new Voice(out, err, UpOptions.areForPrograms(arguments));
    try {
      Optional<UpOptions.Asked> asked = new UpOptions().parse(arguments);
      if (asked.isEmpty()) {
        return 0;
      }
      Settings settings = Settings.read(asked.get().flags(), environment, asked.get().config());
      if (asked.get().showsConfig()) {
        voice.show(settings);
        return 0;
      }
      return serve(settings, voice);
    } catch (ParameterException e) {
      return voice.fail(MISUSE, "misuse", UpOptions.sentence(e) + " (pawl up --help tells more)");
    } catch (SettingException e) {
      return voice.fail(MISUSE, "misuse", String.valueOf(e.getMessage()));
    }
  }

  private static int serve(Settings settings, Voice voice) throws InterruptedException {
    ServerSettings how;
    try {
      how = ServerSettings.of(settings);
    } catch (IllegalArgumentException e) {
      return unusable(voice, e.getMessage());
    }
    PawlServer server;
    try {
      server = PawlServer.start(how);
    } catch (DatabaseUnusableException | EmbeddedPostgresException | SchemaException e) {
      return unusable(voice, e.getMessage());
    } catch (UncheckedIOException e) {
      return unusable(voice, e.getMessage() + ": " + e.getCause());
    } catch (RuntimeException e) {
      if (!isPortInUse(e)) {
        throw e;
      }
      return unusable(voice, "port " + how.port() + " is in use; give another with --port");
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
      Samples.bring(server.address(), how.data().resolve(FirstKey.FILE), voice.err());
    }
    voice.isUp(how, server);
    if (Rehearsal.isAskedFor()) {
      return rehearse(server, how.data().resolve(FirstKey.FILE), voice);
    }
    Thread.currentThread().join();
    return 0;
  }

  private static int unusable(Voice voice, @Nullable String sentence) {
    return voice.fail(UNUSABLE, "unusable", String.valueOf(sentence));
  }

  private static int rehearse(PawlServer server, Path key, Voice voice)
      throws InterruptedException {
    try {
      voice.out().println("Rehearsed with " + Rehearsal.run(server.address(), key) + " executions");
      return 0;
    } catch (IOException e) {
      return unusable(voice, "the rehearsal failed: " + e);
    }
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
