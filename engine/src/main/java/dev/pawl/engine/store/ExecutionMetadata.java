package dev.pawl.engine.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.StepId;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The metadata of an execution, which never changes after its start.
 *
 * @param machine the path of the state machine it runs; empty for the whole flow
 * @param depth the number of flows that called each other above it
 */
public record ExecutionMetadata(
    ExecutionKey key,
    VersionKey version,
    Optional<String> machine,
    Optional<Parent> parent,
    int depth,
    ExecutionMetadata.StartAttributes tags) {

  /**
   * The step of the execution that started it.
   *
   * @param number the index of a Map item, or the attempt of a Task that called a flow
   * @param reply the form in which the parent receives the outcome
   */
  public record Parent(ExecutionId id, StepId step, int number, Reply reply) {}

  /** The form in which a parent receives the outcome of a child. */
  public enum Reply {
    /** As the outcome of a Map item. */
    ITEM,
    /** As the plain output of a Task. */
    OUTPUT,
    /** As an AWS execution description with the output as text. */
    DESCRIPTION_WITH_TEXT,
    /** As an AWS execution description with the output as JSON. */
    DESCRIPTION_WITH_JSON,
    /** Not at all; the parent does not wait. */
    NONE
  }

  /**
   * Who asked for an execution, and with which request.
   *
   * @param by the caller as the audit names it
   * @param request a digest of the request; stored with the idempotency key and empty in metadata
   *     that was read from the store
   * @param test the mocks of a test execution, as {@link TestRun} writes them; empty for a real one
   * @param epoch the configuration that the start was decided on; the start is refused if the
   *     configuration has changed since. It is not stored
   */
  public record Provenance(
      Optional<String> by, Optional<String> request, Optional<String> test, OptionalLong epoch) {
    public static final ExecutionMetadata.Provenance UNKNOWN =
        new ExecutionMetadata.Provenance(Optional.empty(), Optional.empty());

    /** Creates the provenance of a real (non-test) execution. */
    public Provenance(Optional<String> by, Optional<String> request) {
      this(by, request, Optional.empty());
    }

    /** Creates the provenance of a start that was not decided on a configuration. */
    public Provenance(Optional<String> by, Optional<String> request, Optional<String> test) {
      this(by, request, test, OptionalLong.empty());
    }

    /** Returns a copy with the mocks of another execution. */
    public ExecutionMetadata.Provenance withTestOf(ExecutionMetadata.Provenance other) {
      return new ExecutionMetadata.Provenance(by, request, other.test, epoch);
    }
  }

  /** The attributes that a start gives an execution: priority, search keys and provenance. */
  public record StartAttributes(
      Priority priority,
      Optional<String> businessKey,
      Map<String, String> labels,
      Optional<String> idempotencyKey,
      Optional<ExecutionId> retriedFrom,
      ExecutionMetadata.Provenance origin) {

    public static final ExecutionMetadata.StartAttributes NONE =
        new ExecutionMetadata.StartAttributes(
            Priority.NORMAL, Optional.empty(), Map.of(), Optional.empty(), Optional.empty());

    public StartAttributes {
      // Sorted, so that equal labels give equal rows.
      labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    /** Creates attributes with unknown provenance. */
    public StartAttributes(
        Priority priority,
        Optional<String> businessKey,
        Map<String, String> labels,
        Optional<String> idempotencyKey,
        Optional<ExecutionId> retriedFrom) {
      this(
          priority,
          businessKey,
          labels,
          idempotencyKey,
          retriedFrom,
          ExecutionMetadata.Provenance.UNKNOWN);
    }
  }

  /** Returns the id of the execution. */
  public ExecutionId id() {
    return key.id();
  }
}
