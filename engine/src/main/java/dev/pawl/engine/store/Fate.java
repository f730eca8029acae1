package dev.pawl.engine.store;

import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What becomes of an execution after a commit. */
public sealed interface Fate {

  /** It stays with its node. */
  enum GoesOn implements Fate {
    GOES_ON
  }

  /**
   * It leaves memory until a time or a letter. That happens only if no more letters have come than
   * its node knows of; otherwise it stays with its node, and the rest of the commit counts all the
   * same.
   *
   * @param letters how many letters its node knows of
   * @param wakeAt when to wake it at the latest
   * @param waitsFor the kinds of things it waits for, for people and for the audit
   * @param awaited calls that will be answered by letter
   */
  record Parks(int letters, Optional<Instant> wakeAt, WaitsFor waitsFor, List<Awaited> awaited)
      implements Fate {
    public Parks {
      awaited = List.copyOf(awaited);
    }
  }

  /**
   * Why a parked execution does not move.
   *
   * @param kinds such as timer, event, person, callback, child
   * @param paused whether an operator stopped it
   * @param incident the trouble with its definition or its facts, if that is what stopped it
   */
  record WaitsFor(List<String> kinds, boolean paused, Optional<String> incident) {
    public WaitsFor {
      kinds = List.copyOf(kinds);
    }
  }

  /** It can go on at once, on any node. */
  enum HandedBack implements Fate {
    HANDED_BACK
  }

  /** It has ended, and leaves the live executions for the finished ones. */
  record Ended(Status status, Instant startedAt, Instant at, Optional<Failure> failure)
      implements Fate {}
}
