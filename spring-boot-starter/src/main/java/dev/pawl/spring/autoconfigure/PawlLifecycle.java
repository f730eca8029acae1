package dev.pawl.spring.autoconfigure;

import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

/**
 * Lets handlers run while the application runs. It starts before the web server and stops after it,
 * so that requests in progress can still start executions, and before any bean is destroyed.
 */
final class PawlLifecycle implements SmartLifecycle, DisposableBean {

  /** Below the phases of the web server and of its graceful shutdown. */
  private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4096;

  private final Runnable close;
  private final BeanHandlers handlers;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile boolean running;

  PawlLifecycle(Runnable close, BeanHandlers handlers) {
    this.close = close;
    this.handlers = handlers;
  }

  @Override
  public void start() {
    handlers.open();
    running = true;
  }

  /** Waits for running handlers, at most the grace period, and releases all executions. */
  @Override
  public void stop() {
    running = false;
    if (closed.compareAndSet(false, true)) {
      close.run();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  /** Closes the engine of an application that failed to start. */
  @Override
  public void destroy() {
    handlers.close();
    stop();
  }
}
