package dev.pawl.engine.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.StepId;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is known of an execution besides its facts, from its birth on.
 *
 * @param machine which part of the version it runs, if not the whole
 * @param depth how many executions above it started each other
 */
public record Card(
    ExecutionKey key,
    VersionKey version,
    Optional<String> machine,
    Optional<Parent> parent,
    int depth,
    Tags tags) {

  /**
   * Who waits for its end.
   *
   * @param number the item of a Map, or the attempt of a Task that called a flow
   * @param reply what the parent is told
   */
  public record Parent(ExecutionId id, StepId step, int number, Reply reply) {}

  /** How an end is told to a parent. */
  public enum Reply {
    /** As the end of a Map's item. */
    ITEM,
    /** As a Task's plain output. */
    OUTPUT,
    /** As AWS describes an execution, its output as text. */
    DESCRIPTION_WITH_TEXT,
    /** As AWS describes an execution, its output as JSON. */
    DESCRIPTION_WITH_JSON,
    /** Not at all: nobody waits. */
    NONE
  }

  /**
   * Who asked for an execution, and with what.
   *
   * @param by whom the audit would name
   * @param request a digest of all that was asked; known to the idempotency key alone, so not to a
   *     card that was read again
   * @param test present if it is only a test: what it pretends, as a {@link TestRun} writes it
   */
  public record Origin(Optional<String> by, Optional<String> request, Optional<String> test) {
    public static final Origin UNKNOWN = new Origin(Optional.empty(), Optional.empty());

    /** Of one that is meant. */
    public Origin(Optional<String> by, Optional<String> request) {
      this(by, request, Optional.empty());
    }

    /** The same for an execution that is as much of a test as another one. */
    public Origin like(Origin other) {
      return new Origin(by, request, other.test);
    }
  }

  /** What people find it by, and how urgent it is. */
  public record Tags(
      Priority priority,
      Optional<String> businessKey,
      Map<String, String> labels,
      Optional<String> idempotencyKey,
      Optional<ExecutionId> retriedFrom,
      Origin origin) {

    public static final Tags NONE =
        new Tags(Priority.NORMAL, Optional.empty(), Map.of(), Optional.empty(), Optional.empty());

    public Tags {
      // Sorted, so that equal labels are equal rows.
      labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    /** Of an origin that nobody knows. */
    public Tags(
        Priority priority,
        Optional<String> businessKey,
        Map<String, String> labels,
        Optional<String> idempotencyKey,
        Optional<ExecutionId> retriedFrom) {
      this(priority, businessKey, labels, idempotencyKey, retriedFrom, Origin.UNKNOWN);
    }
  }

  public ExecutionId id() {
    return key.id();
  }
}
