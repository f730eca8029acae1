package dev.pawl.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Main class of the process of one engine. It reads requests from standard input, one per line with
 * words separated by blanks, and answers each with one line of JSON:
 *
 * <pre>
 * open URL USER PASSWORD
 * alive WORKLOAD
 * times WORKLOAD EXECUTIONS
 * heat WORKLOAD ALIVE MILLIS
 * run WORKLOAD ALIVE WARM-UP-MILLIS WINDOW-MILLIS
 * heap
 * close
 * </pre>
 *
 * <p>It exits when its input ends, so that no process outlives a killed parent.
 */
public final class EngineMain {

  private final Engine engine;
  private @Nullable Database database;

  private EngineMain(Engine engine) {
    this.engine = engine;
  }

  public static void main(String[] args) throws Exception {
    PrintStream responses = System.out;
    // An engine's own output must not mix with the answers.
    System.setOut(System.err);
    Engine engine = (Engine) Class.forName(args[0]).getDeclaredConstructor().newInstance();
    new EngineMain(engine)
        .serve(
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
            responses);
    System.exit(0);
  }

  private void serve(BufferedReader requests, PrintStream responses) throws IOException {
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      responses.println(answer(line.split(" ")));
      responses.flush();
    }
  }

  private String answer(String[] arguments) {
    try {
      return switch (arguments[0]) {
        case "open" -> open(new Database(arguments[1], arguments[2], arguments[3]));
        case "alive" -> "{\"alive\":" + engine.alive(Workload.valueOf(arguments[1])) + "}";
        case "times" -> times(Workload.valueOf(arguments[1]), Integer.parseInt(arguments[2]));
        case "heat" ->
            warmUp(
                Workload.valueOf(arguments[1]),
                Integer.parseInt(arguments[2]),
                Long.parseLong(arguments[3]));
        case "run" ->
            run(
                    Workload.valueOf(arguments[1]),
                    Integer.parseInt(arguments[2]),
                    Long.parseLong(arguments[3]),
                    Long.parseLong(arguments[4]))
                .toJson();
        case "heap" -> "{\"bytes\":" + heap() + "}";
        case "close" -> close();
        default -> throw new IllegalArgumentException("unknown: " + arguments[0]);
      };
    } catch (Exception thrown) {
      thrown.printStackTrace();
      return "{\"error\":\"" + arguments[0] + ": " + withoutQuotes(thrown) + "\"}";
    }
  }

  private String open(Database opened) throws Exception {
    engine.open(opened);
    database = opened;
    return "{}";
  }

  private String close() throws Exception {
    engine.close();
    database = null;
    return "{}";
  }

  private String times(Workload workload, int executions) throws Exception {
    for (int i = 0; i < executions; i++) {
      engine.execute(workload);
    }
    return "{\"executions\":" + executions + "}";
  }

  /** Runs the workload until the JIT compiler has compiled the hot code. */
  private String warmUp(Workload workload, int alive, long millis) throws Exception {
    LoadGenerator load = new LoadGenerator(engine, workload, alive);
    Thread.sleep(millis);
    load.stop();
    return "{\"executions\":" + load.executions() + "}";
  }

  private WindowMetrics run(Workload workload, int alive, long warmUpMillis, long windowMillis)
      throws Exception {
    if (database == null) {
      throw new IllegalStateException("the engine is not open");
    }
    try (ResourceMeter meter = new ResourceMeter(database)) {
      LoadGenerator load = new LoadGenerator(engine, workload, alive);
      Thread.sleep(warmUpMillis);
      load.startTiming();
      ResourceMeter.Reading before = meter.read();
      long executions = -load.executions();
      Thread.sleep(windowMillis);
      ResourceMeter.Reading after = meter.read();
      executions += load.executions();
      load.stopTiming();
      load.stop();
      return WindowMetrics.between(before, after, executions, load.nanos());
    }
  }

  private static long heap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static String withoutQuotes(Throwable thrown) {
    return thrown.toString().replaceAll("[\"\\\\\\p{Cntrl}]", " ");
  }
}
