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

/** Starts executions of one step, does their work as a remote worker, and reads some of them. */
final class Load {

  private static final int STARTERS = 96;
  private static final int WORKERS = 3;
  private static final int READS_PER_SECOND = 100;
  private static final int MOST_OPEN = 5_000;

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
  private final AtomicReference<Throwable> trouble = new AtomicReference<>();
  private volatile boolean isOver;

  /**
   * @param perSecond how many executions are started at most
   */
  Load(URI server, String key, String input, int perSecond) {
    this.server = server;
    this.key = key;
    this.input = input;
    this.perSecond = perSecond;
  }

  /**
   * What came of it.
   *
   * @param perSecond executions that were accepted and completed
   * @param reads the milliseconds that reading an execution took meanwhile, each time
   */
  record Result(double perSecond, double acceptedPerSecond, List<Double> reads, long refused) {

    /** Several rounds of the same length as one. */
    static Result together(List<Result> rounds) {
      return new Result(
          rounds.stream().mapToDouble(Result::perSecond).average().orElseThrow(),
          rounds.stream().mapToDouble(Result::acceptedPerSecond).average().orElseThrow(),
          rounds.stream().flatMap(round -> round.reads().stream()).toList(),
          rounds.stream().mapToLong(Result::refused).sum());
    }

    /** So many of the reads took no longer than this. */
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
    try (KeptAlive connection = new KeptAlive(server, key)) {
      while (System.nanoTime() - measured < time.toNanos()) {
        long asked = System.nanoTime();
        KeptAlive.Answer read = connection.get("/api/flows/executions/" + recent.get());
        reads.add((System.nanoTime() - asked) / 1e6);
        if (read.status() != 200) {
          throw new IOException("reading an execution was answered with " + read);
        }
        long rest = Duration.ofSeconds(1).toNanos() / READS_PER_SECOND;
        Thread.sleep(Duration.ofNanos(Math.max(0, rest - (System.nanoTime() - asked))));
      }
    } catch (IOException e) {
      trouble.compareAndSet(null, e);
    }
    double seconds = (System.nanoTime() - measured) / 1e9;
    double perSecond = (completed.get() - completedBefore) / seconds;
    double acceptedPerSecond = (started.get() - startedBefore) / seconds;
    isOver = true;
    for (Thread thread : threads) {
      thread.join();
    }
    if (trouble.get() != null) {
      throw new IllegalStateException(trouble.get());
    }
    return new Result(perSecond, acceptedPerSecond, reads, refused.get());
  }

  private interface Loop {
    void run(KeptAlive connection) throws IOException, InterruptedException;
  }

  private Thread thread(Loop loop) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try (KeptAlive connection = new KeptAlive(server, key)) {
                while (!isOver) {
                  loop.run(connection);
                }
              } catch (IOException | InterruptedException | RuntimeException e) {
                trouble.compareAndSet(null, e);
                isOver = true;
              }
            });
  }

  private void start() {
    byte[] request = KeptAlive.request(server, key, "POST /api/flows/w3/execute", input);
    try (Starters starters = new Starters(server, STARTERS, request)) {
      // As many as can be done, not as many as can be left undone.
      starters.run(
          perSecond,
          () -> started.get() - completed.get() < MOST_OPEN,
          () -> isOver,
          this::accepted);
    } catch (IOException | RuntimeException e) {
      trouble.compareAndSet(null, e);
      isOver = true;
    }
  }

  private void accepted(String answer) {
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

  private void work(KeptAlive connection) throws IOException {
    KeptAlive.Answer polled =
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
      KeptAlive.Answer done =
          connection.post("/api/workers/outcomes", "{\"items\":[" + items + "]}");
      if (done.status() != 200) {
        throw new IllegalStateException(done.toString());
      }
      completed.addAndGet(ACCEPTED.matcher(done.body()).results().count());
    }
  }

  /** What the step gives back: as large as what it was given. */
  private String document() {
    return input.substring(input.indexOf(':') + 1, input.length() - 1);
  }
}
