package dev.pawl.server.web;

import dev.pawl.postgres.maintenance.NamedLease;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** A background task that runs at an interval until the server stops; failures are logged. */
public final class PeriodicTask implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(PeriodicTask.class);

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

  /** How long other nodes leave a task alone after its node died; all tasks are repeatable. */
  private static final Duration LEASE = Duration.ofMinutes(10);

  private final String name;
  private final Duration pause;
  private final TaskBody body;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile @Nullable Thread thread;

  /** The work; long work polls {@code isOver} and returns once the server stops. */
  public interface TaskBody {
    void run(BooleanSupplier isOver);
  }

  private PeriodicTask(String name, Duration pause, TaskBody body) {
    this.name = name;
    this.pause = pause;
    this.body = body;
  }

  /** Creates a task of each node, for what it keeps in memory or takes from a queue. */
  public static PeriodicTask onEachNode(String name, Duration pause, TaskBody body) {
    return new PeriodicTask(name, pause, body);
  }

  /**
   * Creates a task that one node of the cluster does at a time; the others leave it out.
   *
   * @param name also the name of the lease
   */
  public static PeriodicTask onOneNode(
      String name, Duration pause, NamedLease leases, TaskBody body) {
    return new PeriodicTask(name, pause, isOver -> leases.run(name, LEASE, () -> body.run(isOver)));
  }

  @Override
  public void start() {
    thread = Thread.ofVirtual().name("pawl " + name).start(this::runRepeatedly);
  }

  private void runRepeatedly() {
    try {
      do {
        try {
          body.run(() -> stopped.getCount() == 0);
        } catch (RuntimeException failed) {
          LOG.warn("{} failed and is retried", name, failed);
        }
      } while (!stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until the current run has finished; it is not interrupted in the middle of a write. */
  @Override
  public void stop() {
    stopped.countDown();
    Thread running = thread;
    try {
      if (running != null && !running.join(STOP_TIMEOUT)) {
        LOG.warn("{} still runs while the server stops", name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread = null;
  }

  @Override
  public boolean isRunning() {
    return thread != null;
  }
}
