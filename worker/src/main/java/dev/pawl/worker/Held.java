package dev.pawl.worker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A task from the moment this worker has it until its outcome is delivered or nobody wants it. */
final class Held {

  private final Task task;
  private volatile long keptAt = System.nanoTime();
  private volatile boolean wanted = true;
  private @Nullable Thread thread;

  Held(Task task) {
    this.task = task;
  }

  Task task() {
    return task;
  }

  String token() {
    return task.token();
  }

  /** The server has just said that it is ours. */
  void kept() {
    keptAt = System.nanoTime();
  }

  /** Since when the server may think otherwise. */
  Duration silence() {
    return Duration.ofNanos(System.nanoTime() - keptAt);
  }

  boolean isWanted() {
    return wanted;
  }

  /** Lets the handler know through the interruption of its thread. */
  synchronized void unwanted() {
    wanted = false;
    if (thread != null) {
      thread.interrupt();
    }
  }

  /** False if it is too late to begin. */
  synchronized boolean begins() {
    thread = Thread.currentThread();
    return wanted;
  }

  /** From here on no interruption reaches the thread. */
  synchronized void ends() {
    thread = null;
    Thread.interrupted();
  }
}
