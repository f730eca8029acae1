package dev.pawl.chaos.client;

import dev.pawl.chaos.ledger.Effect;
import dev.pawl.chaos.ledger.Ledger;
import dev.pawl.chaos.program.Program;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Simulates many clients: each starts a run and sends the events it needs; task tokens are answered
 * as they appear.
 */
public final class ClientCrowd implements AutoCloseable {

  private final Client client;
  private final Ledger ledger;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Queue<Run> runs = new ConcurrentLinkedQueue<>();
  private final Queue<Future<?>> pending = new ConcurrentLinkedQueue<>();
  private final AtomicInteger numbers = new AtomicInteger();

  public ClientCrowd(Client client, Ledger ledger) {
    this.client = client;
    this.ledger = ledger;
    threads.submit(this::answer);
  }

  /** Starts a run with an idempotency key in the background. */
  public Run begin(Program program) {
    return begin(program, true, 1);
  }

  /**
   * Starts a run in the background.
   *
   * @param keyed true if the start has an idempotency key
   * @param times the number of clients that start it concurrently
   */
  public Run begin(Program program, boolean keyed, int times) {
    Run run = run(program, keyed);
    for (int i = 0; i < times; i++) {
      pending.add(threads.submit(() -> see(run, client)));
    }
    return run;
  }

  /** Starts a run with an idempotency key in the background, with the given client. */
  public Run begin(Program program, Client by) {
    Run run = run(program, true);
    pending.add(threads.submit(() -> see(run, by)));
    return run;
  }

  /** Returns a new run, which the caller starts. */
  public Run run(Program program, boolean keyed) {
    String name = "run-" + numbers.incrementAndGet();
    Run run = new Run(name, program, keyed ? Optional.of("key-" + name) : Optional.empty());
    runs.add(run);
    return run;
  }

  private static Optional<String> see(Run run, Client client) throws InterruptedException {
    Optional<String> id = client.start(run);
    for (Program.Event event : run.program().events()) {
      if (id.isPresent()) {
        Thread.sleep(ThreadLocalRandom.current().nextInt(50));
        client.event(run, id.get(), event, run.name() + "/" + event.name());
      }
    }
    return id;
  }

  /**
   * Starts runs at a constant rate for the given time; returns when the last start was submitted.
   */
  public void load(Supplier<Program> programs, int perSecond, Duration time)
      throws InterruptedException {
    long begin = System.nanoTime();
    long pace = TimeUnit.SECONDS.toNanos(1) / perSecond;
    for (long i = 0; i * pace < time.toNanos(); i++) {
      long wait = begin + i * pace - System.nanoTime();
      TimeUnit.NANOSECONDS.sleep(Math.max(0, wait));
      begin(programs.get());
    }
  }

  private Optional<String> answer() throws InterruptedException {
    Set<String> answered = new HashSet<>();
    while (true) {
      Effect effect = ledger.tokens().take();
      if (answered.add(effect.token().orElseThrow())) {
        pending.add(
            threads.submit(
                () -> {
                  Thread.sleep(ThreadLocalRandom.current().nextInt(50));
                  client.callback(effect);
                  return effect;
                }));
      }
    }
  }

  public List<Run> runs() {
    return List.copyOf(runs);
  }

  /** Returns true if all requests so far were answered or given up. */
  public boolean isIdle() {
    pending.removeIf(Future::isDone);
    return pending.isEmpty();
  }

  /** Runs an action in the background; {@link #isIdle()} returns false until it ends. */
  public void send(ClientTask clientTask) {
    pending.add(
        threads.submit(
            () -> {
              clientTask.run();
              return clientTask;
            }));
  }

  /** An action of a client. */
  public interface ClientTask {
    void run() throws InterruptedException;
  }

  /** Starts several runs of one program concurrently. */
  public List<Run> begin(Program program, int count) {
    List<Run> begun = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      begun.add(begin(program));
    }
    return begun;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
