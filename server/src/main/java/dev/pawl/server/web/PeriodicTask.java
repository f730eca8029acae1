package dev.pawl.server.web;

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

  private final String name;
  private final Duration pause;
  private final TaskBody body;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile @Nullable Thread thread;

  /** The work; long work polls {@code isOver} and returns once the server stops. */
  public interface TaskBody {
    void run(BooleanSupplier isOver);
  }

  public PeriodicTask(String name, Duration pause, TaskBody body) {
    this.name = name;
    this.pause = pause;
    this.body = body;
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
