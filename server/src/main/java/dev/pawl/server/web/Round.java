package dev.pawl.server.web;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Something that is done again and again while the server runs; trouble is told and passes. */
public final class Round implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(Round.class);

  private static final Duration LONGEST_GOODBYE = Duration.ofSeconds(10);

  private final String name;
  private final Duration pause;
  private final Errand errand;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile @Nullable Thread thread;

  /** What is to be done; what takes long asks now and then whether it is over. */
  public interface Errand {
    void run(BooleanSupplier isOver);
  }

  public Round(String name, Duration pause, Errand errand) {
    this.name = name;
    this.pause = pause;
    this.errand = errand;
  }

  @Override
  public void start() {
    thread = Thread.ofVirtual().name("pawl " + name).start(this::go);
  }

  private void go() {
    try {
      do {
        try {
          errand.run(() -> stopped.getCount() == 0);
        } catch (RuntimeException failed) {
          LOG.warn("{} failed and is tried again", name, failed);
        }
      } while (!stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns when nothing of it runs any more: nobody is interrupted in the midst of a write. */
  @Override
  public void stop() {
    stopped.countDown();
    Thread running = thread;
    try {
      if (running != null && !running.join(LONGEST_GOODBYE)) {
        LOG.warn("{} goes on while the server stops", name);
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
