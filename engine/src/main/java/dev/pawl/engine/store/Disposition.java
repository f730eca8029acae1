package dev.pawl.engine.store;

import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What happens to an execution with a commit. */
public sealed interface Disposition {

  /** The execution stays in the memory of its node. */
  enum Continue implements Disposition {
    CONTINUE
  }

  /**
   * The execution leaves memory until a time or a message. It parks only if no message has arrived
   * that its node does not know of; otherwise it stays with its node, and the rest of the commit is
   * written all the same.
   *
   * @param messages the number of messages that the node knows of
   * @param wakeAt when the execution wakes at the latest
   * @param waitsFor what the execution waits for, for operators and for the audit
   * @param awaited calls that will be answered by message
   */
  record Park(int messages, Optional<Instant> wakeAt, WaitsFor waitsFor, List<Awaited> awaited)
      implements Disposition {
    public Park {
      awaited = List.copyOf(awaited);
    }
  }

  /**
   * What a parked execution waits for.
   *
   * @param kinds such as timer, event, person, callback, child
   * @param paused true if it was paused by an operator or an incident
   * @param incident the error in its definition or its facts, if that paused it
   */
  record WaitsFor(List<String> kinds, boolean paused, Optional<String> incident) {
    public WaitsFor {
      kinds = List.copyOf(kinds);
    }
  }

  /** The execution leaves its node and may be claimed by any node at once. */
  enum Release implements Disposition {
    RELEASE
  }

  /** The execution has ended and moves from the live to the finished executions. */
  record End(Status status, Instant startedAt, Instant at, Optional<Failure> failure)
      implements Disposition {}
}
