package dev.pawl.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The process of one engine. It is told what to do by lines of words, parted by blanks, on standard
 * input, and answers each with one line of JSON:
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
 * <p>It ends with its input, so that none is left behind by a parent that was killed.
 */
public final class Worker {

  private final Engine engine;
  private @Nullable Database database;

  private Worker(Engine engine) {
    this.engine = engine;
  }

  public static void main(String[] args) throws Exception {
    PrintStream answers = System.out;
    // Whatever an engine prints must not get among the answers.
    System.setOut(System.err);
    Engine engine = (Engine) Class.forName(args[0]).getDeclaredConstructor().newInstance();
    new Worker(engine)
        .answerAll(
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), answers);
    System.exit(0);
  }

  private void answerAll(BufferedReader questions, PrintStream answers) throws IOException {
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      answers.println(answer(line.split(" ")));
      answers.flush();
    }
  }

  private String answer(String[] words) {
    try {
      return switch (words[0]) {
        case "open" -> open(new Database(words[1], words[2], words[3]));
        case "alive" -> "{\"alive\":" + engine.alive(Workload.valueOf(words[1])) + "}";
        case "times" -> times(Workload.valueOf(words[1]), Integer.parseInt(words[2]));
        case "heat" ->
            heat(Workload.valueOf(words[1]), Integer.parseInt(words[2]), Long.parseLong(words[3]));
        case "run" ->
            run(
                    Workload.valueOf(words[1]),
                    Integer.parseInt(words[2]),
                    Long.parseLong(words[3]),
                    Long.parseLong(words[4]))
                .toJson();
        case "heap" -> "{\"bytes\":" + heap() + "}";
        case "close" -> close();
        default -> throw new IllegalArgumentException("not known: " + words[0]);
      };
    } catch (Exception thrown) {
      thrown.printStackTrace();
      return "{\"error\":\"" + words[0] + ": " + quotable(thrown) + "\"}";
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

  /** Until the Java machine has compiled what is hot. */
  private String heat(Workload workload, int alive, long millis) throws Exception {
    Load load = new Load(engine, workload, alive);
    Thread.sleep(millis);
    load.stop();
    return "{\"executions\":" + load.executions() + "}";
  }

  private Figures run(Workload workload, int alive, long warmUpMillis, long windowMillis)
      throws Exception {
    if (database == null) {
      throw new IllegalStateException("not open");
    }
    try (Meter meter = new Meter(database)) {
      Load load = new Load(engine, workload, alive);
      Thread.sleep(warmUpMillis);
      load.startTiming();
      Meter.Reading before = meter.read();
      long executions = -load.executions();
      Thread.sleep(windowMillis);
      Meter.Reading after = meter.read();
      executions += load.executions();
      load.stopTiming();
      load.stop();
      return Figures.between(before, after, executions, load.nanos());
    }
  }

  private static long heap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static String quotable(Throwable thrown) {
    return thrown.toString().replaceAll("[\"\\\\\\p{Cntrl}]", " ");
  }
}
