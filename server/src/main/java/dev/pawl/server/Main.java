package dev.pawl.server;

import dev.pawl.server.settings.Setting;
import dev.pawl.server.settings.SettingException;
import dev.pawl.server.settings.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;

/** Main class of {@code pawl up}, which starts a server and waits until it is stopped. */
public final class Main {

  private static final int EXIT_START_FAILED = 1;
  private static final int EXIT_MISUSE = 2;
  private static final int EXIT_OUT_OF_MEMORY = 3;
  private static final Logger LOG = System.getLogger(Main.class.getName());

  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    Thread.setDefaultUncaughtExceptionHandler(Main::end);
    // A training run ignores the environment, so that it never uses an existing database.
    Map<String, String> environment = AotTrainingRun.isRequested() ? Map.of() : System.getenv();
    System.exit(run(arguments, environment, System.out, System.err));
  }

  /**
   * Ends the process if a thread dies of an OutOfMemoryError, because a server without that thread
   * may hang. The launcher also sets the JVM option for errors that are caught; a plain jar cannot.
   */
  private static void end(Thread thread, Throwable failed) {
    if (failed instanceof OutOfMemoryError) {
      Runtime.getRuntime().halt(EXIT_OUT_OF_MEMORY);
    }
    LOG.log(Level.ERROR, "thread " + thread.getName() + " has ended", failed);
  }

  static int run(
      String[] arguments, Map<String, String> environment, PrintStream out, PrintStream err)
      throws InterruptedException {
    StartupOutput voice = new StartupOutput(out, err, UpOptions.areForPrograms(arguments));
    try {
      Optional<UpOptions.ParsedOptions> asked = new UpOptions().parse(arguments);
      if (asked.isEmpty()) {
        return 0;
      }
      Settings settings = Settings.read(asked.get().flags(), environment, asked.get().config());
      if (asked.get().showsConfig()) {
        voice.show(settings);
        return 0;
      }
      return serve(settings, environment, voice);
    } catch (ParameterException e) {
      return voice.fail(EXIT_MISUSE, "misuse", UpOptions.sentence(e) + " (see pawl up --help)");
    } catch (SettingException e) {
      return voice.fail(EXIT_MISUSE, "misuse", String.valueOf(e.getMessage()));
    }
  }

  private static int serve(Settings settings, Map<String, String> environment, StartupOutput voice)
      throws InterruptedException {
    ServerSettings how;
    try {
      how = ServerSettings.of(settings).withMasterKey(MasterKeySource.of(settings, environment));
    } catch (IllegalArgumentException e) {
      return failStart(voice, e.getMessage());
    }
    try {
      return serve(how, PawlServer.start(how), settings.isOn(Setting.SAMPLES), environment, voice);
    } catch (RuntimeException failed) {
      if (how.logLevel().equals("debug")) {
        failed.printStackTrace(voice.err());
      }
      return failStart(voice, StartFailure.message(how, failed));
    }
  }

  private static int serve(
      ServerSettings how,
      PawlServer server,
      boolean withSamples,
      Map<String, String> environment,
      StartupOutput voice)
      throws InterruptedException {
    RuntimeFile pid =
        RuntimeFile.write(
            how.data(), RuntimeFile.PID, Long.toString(ProcessHandle.current().pid()));
    RuntimeFile address =
        RuntimeFile.write(how.data(), RuntimeFile.URL, server.address().toString());
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.close();
                  address.delete();
                  pid.delete();
                },
                "pawl-stop"));
    boolean hasSamples =
        withSamples
            && how.web().isOfThisMachine()
            && server.hasKey()
            && SampleFlows.deploy(server.address(), how.data().resolve(FirstKey.FILE), voice.err());
    if (how.demo()) {
      startDemo(how, server, voice);
    }
    voice.reportStarted(how, server, StartupHints.of(how, address, environment), hasSamples);
    if (AotTrainingRun.isRequested()) {
      return runTraining(server, how.data().resolve(FirstKey.FILE), voice);
    }
    Thread.currentThread().join();
    return 0;
  }

  private static void startDemo(ServerSettings how, PawlServer server, StartupOutput voice)
      throws InterruptedException {
    if (!server.hasKey()) {
      voice
          .err()
          .println(
              "pawl: the demonstration needs the administrator's key in "
                  + how.data().resolve(FirstKey.FILE)
                  + "; start it on a data folder and a database of its own");
      return;
    }
    try {
      server.startDemo(how.data().resolve(FirstKey.FILE));
    } catch (IOException e) {
      voice.err().println("pawl: the demonstration could not be deployed: " + e.getMessage());
    }
  }

  private static int failStart(StartupOutput voice, @Nullable String sentence) {
    return voice.fail(EXIT_START_FAILED, "unusable", String.valueOf(sentence));
  }

  private static int runTraining(PawlServer server, Path key, StartupOutput voice)
      throws InterruptedException {
    try {
      voice
          .out()
          .println("Rehearsed with " + AotTrainingRun.run(server.address(), key) + " executions");
      return 0;
    } catch (IOException e) {
      return failStart(voice, "the rehearsal failed: " + e);
    }
  }
}
