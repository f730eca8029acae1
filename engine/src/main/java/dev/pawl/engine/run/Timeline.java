package dev.pawl.engine.run;

import java.time.Instant;

/** A clock with a method to wait until a time. */
public interface Timeline {

  /** Returns the current time. */
  Instant now();

  /** Waits until a time. */
  void await(Instant time) throws InterruptedException;
}
