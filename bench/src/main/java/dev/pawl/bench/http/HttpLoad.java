package dev.pawl.bench.http;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Generates load: starts executions of one step, completes their tasks as a remote worker, and
 * reads some of them.
 */
final class HttpLoad {

  private static final int STARTERS = 96;
  private static final int WORKERS = 3;
  private static final int READS_PER_SECOND = 100;
  private static final int MAX_OPEN_EXECUTIONS = 5_000;

  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
  private static final Pattern TOKEN = Pattern.compile("\"token\":\"([^\"]+)\"");
  private static final Pattern ACCEPTED = Pattern.compile("\"accepted\"");

  private final URI server;
  private final String key;
  private final String input;
  private final int perSecond;
  private final AtomicLong started = new AtomicLong();
  private final AtomicLong completed = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicReference<String> recent = new AtomicReference<>("");
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean isOver;

  /**
   * Creates a load generator.
   *
   * @param perSecond the maximum number of executions started per second
   */
  HttpLoad(URI server, String key, String input, int perSecond) {
    this.server = server;
    this.key = key;
    this.input = input;
    this.perSecond = perSecond;
  }

  /**
   * The result of a measurement.
   *
   * @param perSecond the executions per second that were accepted and completed
   * @param reads the milliseconds that each read of an execution took meanwhile
   */
  record Result(double perSecond, double acceptedPerSecond, List<Double> reads, long refused) {

    /** Returns the combined result of several rounds of equal length. */
    static Result together(List<Result> rounds) {
      return new Result(
          rounds.stream().mapToDouble(Result::perSecond).average().orElseThrow(),
          rounds.stream().mapToDouble(Result::acceptedPerSecond).average().orElseThrow(),
          rounds.stream().flatMap(round -> round.reads().stream()).toList(),
          rounds.stream().mapToLong(Result::refused).sum());
    }

    /** Returns a percentile of the read times, given as a share between 0 and 1. */
    double readMillis(double share) {
      double[] sorted = reads.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      return sorted.length == 0
          ? Double.NaN
          : sorted[Math.min(sorted.length - 1, (int) (sorted.length * share))];
    }
  }

  Result run(Duration warmUp, Duration time) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    threads.add(Thread.ofPlatform().name("starters").start(this::start));
    for (int i = 0; i < WORKERS; i++) {
      threads.add(thread(this::work));
    }
    Thread.sleep(warmUp);
    List<Double> reads = new ArrayList<>();
    long completedBefore = completed.get();
    long startedBefore = started.get();
    long measured = System.nanoTime();
    try (HttpConnection connection = new HttpConnection(server, key)) {
      while (System.nanoTime() - measured < time.toNanos()) {
        long sentNanos = System.nanoTime();
        HttpConnection.Response read = connection.get("/api/flows/executions/" + recent.get());
        reads.add((System.nanoTime() - sentNanos) / 1e6);
        if (read.status() != 200) {
          throw new IOException("reading an execution was answered with " + read);
        }
        long rest = Duration.ofSeconds(1).toNanos() / READS_PER_SECOND;
        Thread.sleep(Duration.ofNanos(Math.max(0, rest - (System.nanoTime() - sentNanos))));
      }
    } catch (IOException e) {
      failure.compareAndSet(null, e);
    }
    double seconds = (System.nanoTime() - measured) / 1e9;
    double perSecond = (completed.get() - completedBefore) / seconds;
    double acceptedPerSecond = (started.get() - startedBefore) / seconds;
    isOver = true;
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw new IllegalStateException(failure.get());
    }
    return new Result(perSecond, acceptedPerSecond, reads, refused.get());
  }

  private interface Loop {
    void run(HttpConnection connection) throws IOException, InterruptedException;
  }

  private Thread thread(Loop loop) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try (HttpConnection connection = new HttpConnection(server, key)) {
                while (!isOver) {
                  loop.run(connection);
                }
              } catch (IOException | InterruptedException | RuntimeException e) {
                failure.compareAndSet(null, e);
                isOver = true;
              }
            });
  }

  private void start() {
    byte[] request = HttpConnection.request(server, key, "POST /api/flows/w3/execute", input);
    try (StartClients starters = new StartClients(server, STARTERS, request)) {
      // Bounds the backlog: starts must not outrun the completions.
      starters.run(
          perSecond,
          () -> started.get() - completed.get() < MAX_OPEN_EXECUTIONS,
          () -> isOver,
          this::recordStart);
    } catch (IOException | RuntimeException e) {
      failure.compareAndSet(null, e);
      isOver = true;
    }
  }

  private void recordStart(String answer) {
    if (answer.startsWith("HTTP/1.1 429")) {
      refused.incrementAndGet();
      return;
    }
    Matcher id = ID.matcher(answer);
    if (!answer.startsWith("HTTP/1.1 202") || !id.find()) {
      throw new IllegalStateException(answer);
    }
    started.incrementAndGet();
    recent.set(id.group(1));
  }

  private void work(HttpConnection connection) throws IOException {
    HttpConnection.Response polled =
        connection.post(
            "/api/workers/poll", "{\"resources\": [\"step\"], \"max\": 100, \"wait\": 1}");
    Matcher tokens = TOKEN.matcher(polled.body());
    StringBuilder items = new StringBuilder();
    while (tokens.find()) {
      items
          .append(items.isEmpty() ? "" : ",")
          .append("{\"token\":\"")
          .append(tokens.group(1))
          .append("\",\"output\":")
          .append(document())
          .append('}');
    }
    if (!items.isEmpty()) {
      HttpConnection.Response done =
          connection.post("/api/workers/outcomes", "{\"items\":[" + items + "]}");
      if (done.status() != 200) {
        throw new IllegalStateException(done.toString());
      }
      completed.addAndGet(ACCEPTED.matcher(done.body()).results().count());
    }
  }

  /** Returns the output of the step, which is as large as its input. */
  private String document() {
    return input.substring(input.indexOf(':') + 1, input.length() - 1);
  }
}
