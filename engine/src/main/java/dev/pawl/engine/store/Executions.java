package dev.pawl.engine.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads live and finished executions. */
public interface Executions {

  /** The number of facts that are read together. */
  int MAX_FACTS_PER_PAGE = 200;

  /** Finds the summary of an execution. */
  Optional<Summary> find(ExecutionKey key);

  /** Finds the execution that was started with the idempotency key of this metadata. */
  Optional<ExecutionKey> findStarted(ExecutionMetadata info);

  /** Finds the digest of the request that used the idempotency key of this metadata first. */
  Optional<String> request(ExecutionMetadata info);

  /** Reads all facts of an execution, in order. */
  default List<JournalEntry> facts(ExecutionKey key) {
    return facts(key, 0);
  }

  /** Loads the summary of an execution and its first facts. */
  default Optional<Executions.ExecutionRecord> load(ExecutionKey key) {
    return find(key)
        .map(found -> new Executions.ExecutionRecord(found, facts(key, 0, MAX_FACTS_PER_PAGE)));
  }

  /** Reads the facts with a number above the given one, in order. */
  default List<JournalEntry> facts(ExecutionKey key, long after) {
    return facts(key, after, Integer.MAX_VALUE);
  }

  /** Reads the first facts with a number above the given one, in order. */
  List<JournalEntry> facts(ExecutionKey key, long after, int max);

  /** Returns the number of the last fact of an execution; 0 if there is none. */
  long lastSeq(ExecutionKey key);

  /**
   * Searches executions, newest first. Of a test execution, the metadata says that it is one; its
   * mocks may be missing.
   */
  List<Summary> search(TenantId tenant, Criteria criteria, Page page);

  /**
   * The summary of an execution for lists.
   *
   * @param status WAITING for a parked execution, unless it is compensating; PAUSED also for one
   *     with an incident
   * @param standing where a live execution is and what it waits for
   */
  record Summary(
      ExecutionMetadata info,
      Status status,
      Instant startedAt,
      Optional<Instant> endedAt,
      Optional<Failure> failure,
      Optional<Executions.WaitState> standing) {}

  /**
   * An execution and its first facts.
   *
   * @param first the first facts; {@link #MAX_FACTS_PER_PAGE} of them if there may be more
   * @param last the number of the last fact to consider
   */
  record ExecutionRecord(Summary summary, List<JournalEntry> first, long last) {

    public ExecutionRecord(Summary summary, List<JournalEntry> first) {
      this(summary, first, Long.MAX_VALUE);
    }

    /** Returns the execution as it was after a fact. */
    public Executions.ExecutionRecord until(long seq) {
      return new Executions.ExecutionRecord(summary, first, seq);
    }
  }

  /**
   * Where a live execution is and what it waits for.
   *
   * @param owner the node that has it in memory
   * @param wakeAt when it continues by itself, unless it is owned; the current time for one that
   *     only waits for a node
   * @param ending the decided end of an execution that is still compensating
   */
  record WaitState(
      OptionalInt owner,
      Optional<Instant> wakeAt,
      Disposition.WaitsFor waitsFor,
      Optional<Status> ending) {
    public WaitState(OptionalInt owner, Optional<Instant> wakeAt, Disposition.WaitsFor waitsFor) {
      this(owner, wakeAt, waitsFor, Optional.empty());
    }
  }

  /** A filter of a search by the execution that started the others. */
  sealed interface ParentFilter {

    /** Top-level executions and children. */
    enum Any implements ParentFilter {
      ANY
    }

    /** Executions that no other execution started. */
    enum TopLevel implements ParentFilter {
      TOP_LEVEL
    }

    /** The children of one execution: items of its distributed Maps and flows it called. */
    record ChildrenOf(ExecutionId parent) implements ParentFilter {}

    default boolean accepts(ExecutionMetadata info) {
      return switch (this) {
        case Any any -> true;
        case TopLevel top -> info.parent().isEmpty();
        case ChildrenOf children ->
            info.parent().filter(parent -> parent.id().equals(children.parent())).isPresent();
      };
    }
  }

  /**
   * The criteria of a search; all of them must match.
   *
   * @param error words in the name or the cause of a failure
   * @param test true for tests only, false for real executions only, empty for both
   */
  record Criteria(
      Optional<String> flow,
      Optional<Status> status,
      Optional<String> businessKey,
      Map<String, String> labels,
      Optional<String> error,
      Span started,
      Optional<Boolean> test,
      ParentFilter parent) {

    public static final Criteria ANY =
        new Criteria(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Optional.empty(),
            Span.ALWAYS,
            Optional.empty());

    /** Creates criteria that match top-level executions and children. */
    public Criteria(
        Optional<String> flow,
        Optional<Status> status,
        Optional<String> businessKey,
        Map<String, String> labels,
        Optional<String> error,
        Span started,
        Optional<Boolean> test) {
      this(flow, status, businessKey, labels, error, started, test, ParentFilter.Any.ANY);
    }

    /** Creates criteria that match real and test executions. */
    public Criteria(
        Optional<String> flow,
        Optional<Status> status,
        Optional<String> businessKey,
        Map<String, String> labels,
        Optional<String> error,
        Span started) {
      this(flow, status, businessKey, labels, error, started, Optional.empty());
    }
  }

  /** A time range; the start is inclusive, the end exclusive. */
  record Span(Optional<Instant> from, Optional<Instant> to) {
    public static final Span ALWAYS = new Span(Optional.empty(), Optional.empty());
  }

  /** A page of a search: its size, and the last execution of the page before. */
  record Page(int limit, Optional<ExecutionKey> after) {}
}
