package dev.pawl.handlers.egress;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs an action when a deadline passes before it is stopped. Socket timeouts alone do not end an
 * answer that trickles in.
 */
final class DeadlineWatch {

  private final CountDownLatch stopped = new CountDownLatch(1);

  DeadlineWatch(CallDeadline deadline, Runnable action) {
    Thread.ofVirtual()
        .name("deadline-watch")
        .start(
            () -> {
              try {
                if (!stopped.await(deadline.left().toNanos(), TimeUnit.NANOSECONDS)) {
                  action.run();
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  void stop() {
    stopped.countDown();
  }
}
