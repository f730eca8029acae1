package dev.pawl.engine.run;

import java.time.Instant;

/** The time as a driver sees it, and how it waits. */
public interface Timeline {

  Instant now();

  /** Returns when it is that time or later. */
  void await(Instant time) throws InterruptedException;
}
