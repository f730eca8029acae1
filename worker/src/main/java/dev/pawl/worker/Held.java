package dev.pawl.worker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A task from the moment this worker has it until its outcome is delivered or nobody wants it. */
final class Held {

  private final Task task;
  private final Duration rhythm;
  private volatile long askedAt = System.nanoTime();
  private volatile boolean wanted = true;
  private boolean settled;
  private @Nullable Thread thread;

  /** A third of the time in which a sign of life has to come, so that two may be lost. */
  Held(Task task, Duration lease) {
    this.task = task;
    Duration most = task.heartbeat().filter(beat -> beat.compareTo(lease) < 0).orElse(lease);
    this.rhythm = most.dividedBy(3);
  }

  Task task() {
    return task;
  }

  String token() {
    return task.token();
  }

  /** The server is just being told. */
  void asked() {
    askedAt = System.nanoTime();
  }

  Duration untilBeat() {
    Duration left = rhythm.minusNanos(System.nanoTime() - askedAt);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** What is almost due goes along with what is. */
  boolean isDue() {
    return untilBeat().compareTo(rhythm.dividedBy(4)) <= 0;
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

  /** Gives it up; false if it is too late, because it is over or nobody wants it. */
  synchronized boolean leaves() {
    boolean isOurs = wanted && !settled;
    if (isOurs) {
      unwanted();
    }
    return isOurs;
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

  /** Its outcome is about to be delivered; false if nobody wants it. */
  synchronized boolean settles() {
    settled = true;
    return wanted;
  }
}
