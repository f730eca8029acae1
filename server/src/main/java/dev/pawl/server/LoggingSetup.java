package dev.pawl.server;

import java.util.concurrent.locks.ReentrantLock;
import org.springframework.boot.context.event.ApplicationContextInitializedEvent;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ApplicationListener;

/**
 * Lets one server at a time configure logging. Spring Boot configures the one logging system of the
 * process at each start, and two starts at once in one process break it.
 */
final class LoggingSetup
    implements ApplicationListener<ApplicationContextInitializedEvent>, AutoCloseable {

  private static final ReentrantLock LOCK = new ReentrantLock();

  private LoggingSetup() {}

  /** Suppresses output until logging is configured: it would have another format. */
  static void suppressOutput() {
    LOCK.lock();
    try {
      LoggingSystem.get(LoggingSetup.class.getClassLoader()).beforeInitialize();
    } finally {
      LOCK.unlock();
    }
  }

  /** Waits until no other start configures logging; the caller closes the result. */
  static LoggingSetup begin() {
    LOCK.lock();
    return new LoggingSetup();
  }

  /** Lets others configure logging: this start has done so. */
  @Override
  public void onApplicationEvent(ApplicationContextInitializedEvent event) {
    close();
  }

  @Override
  public void close() {
    if (LOCK.isHeldByCurrentThread()) {
      LOCK.unlock();
    }
  }
}
