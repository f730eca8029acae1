package dev.pawl.engine.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** Reads live and finished executions. */
public interface Executions {

  /** The number of facts that are read together. */
  int MAX_FACTS_PER_PAGE = 200;

  /** Finds the summary of an execution. */
  Optional<Summary> find(ExecutionKey key);

  /** Finds the execution that was started with the idempotency key of this metadata. */
  Optional<ExecutionKey> findStarted(ExecutionMetadata info);

  /**
   * Finds executions that have permits which a start needs too, but are not written yet. Each of
   * them is written soon, or loses its permits.
   */
  default Set<ExecutionId> startsInFlight(ExecutionMetadata info) {
    return Set.of();
  }

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
   * Reads the latest fact of each execution and, where they are few and small, all its facts.
   *
   * @param maxFacts executions with more facts are returned without them
   * @param maxBytes so are executions whose facts take more bytes together
   */
  default List<JournalExcerpt> excerpts(
      TenantId tenant, List<ExecutionId> ids, int maxFacts, int maxBytes) {
    return ids.stream()
        .map(id -> new ExecutionKey(tenant, id))
        .flatMap(
            key -> {
              List<JournalEntry> facts = facts(key);
              return facts.isEmpty()
                  ? Stream.empty()
                  : Stream.of(
                      new JournalExcerpt(
                          key.id(),
                          facts.getLast().seq(),
                          facts.getLast().at(),
                          facts.size() > maxFacts ? List.of() : facts));
            })
        .toList();
  }

  /**
   * The end of a journal, and the whole of it if it is short.
   *
   * @param facts all facts; empty if they are too many or too large
   */
  record JournalExcerpt(ExecutionId id, long lastSeq, Instant lastAt, List<JournalEntry> facts) {}

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
   * @param statuses one of these; empty for any
   * @param error words in the name or the cause of a failure
   * @param test true for tests only, false for real executions only, empty for both
   */
  record Criteria(
      Optional<String> flow,
      Set<Status> statuses,
      Optional<String> businessKey,
      Map<String, String> labels,
      Optional<String> error,
      Span started,
      Optional<Boolean> test,
      ParentFilter parent,
      Details details) {

    public static final Criteria ANY =
        new Criteria(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Optional.empty(),
            Span.ALWAYS,
            Optional.empty());

    public Criteria {
      statuses = Set.copyOf(statuses);
      labels = Map.copyOf(labels);
    }

    /** Creates criteria with at most one status and without details. */
    public Criteria(
        Optional<String> flow,
        Optional<Status> status,
        Optional<String> businessKey,
        Map<String, String> labels,
        Optional<String> error,
        Span started,
        Optional<Boolean> test,
        ParentFilter parent) {
      this(
          flow,
          status.map(Set::of).orElse(Set.of()),
          businessKey,
          labels,
          error,
          started,
          test,
          parent,
          Details.ANY);
    }

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

    /** Returns the same criteria with other details. */
    public Criteria details(Details other) {
      return new Criteria(flow, statuses, businessKey, labels, error, started, test, parent, other);
    }

    /** Returns the same criteria for another range of start times. */
    public Criteria started(Span span) {
      return new Criteria(flow, statuses, businessKey, labels, error, span, test, parent, details);
    }
  }

  /**
   * Criteria by which the executions that indexes find are filtered further.
   *
   * @param ids one of these; empty for any
   * @param idPrefix beginning of the id, in lower case
   * @param version number of the version
   * @param origin what started it
   * @param took time from the start to the end, or until now
   * @param family failure family that it failed in
   * @param retried true if another execution retries it, false if none does; empty for both
   */
  record Details(
      Optional<List<ExecutionId>> ids,
      Optional<String> idPrefix,
      OptionalInt version,
      Optional<OriginFilter> origin,
      DurationRange took,
      Optional<String> family,
      Optional<Boolean> retried) {

    public static final Details ANY =
        new Details(
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            DurationRange.UNLIMITED,
            Optional.empty(),
            Optional.empty());

    /** Returns the same details for some executions only. */
    public Details among(List<ExecutionId> some) {
      return new Details(Optional.of(some), idPrefix, version, origin, took, family, retried);
    }
  }

  /**
   * A filter by what started an execution.
   *
   * @param kind a kind of trigger, such as {@code webhook}
   * @param id the trigger; empty for all of the kind
   */
  record OriginFilter(String kind, Optional<String> id) {

    public boolean accepts(ExecutionMetadata info) {
      return kind.equals(StartOrigin.kindOf(info))
          && id.map(one -> one.equals(StartOrigin.triggerOf(info).orElse(""))).orElse(true);
    }
  }

  /** A range of durations; the minimum is inclusive, the maximum exclusive. */
  record DurationRange(Optional<Duration> min, Optional<Duration> max) {
    public static final DurationRange UNLIMITED =
        new DurationRange(Optional.empty(), Optional.empty());

    public boolean includes(Duration duration) {
      return min.map(least -> duration.compareTo(least) >= 0).orElse(true)
          && max.map(most -> duration.compareTo(most) < 0).orElse(true);
    }
  }

  /** A time range; the start is inclusive, the end exclusive. */
  record Span(Optional<Instant> from, Optional<Instant> to) {
    public static final Span ALWAYS = new Span(Optional.empty(), Optional.empty());
  }

  /** A page of a search: its size, and the last execution of the page before. */
  record Page(int limit, Optional<ExecutionKey> after) {}
}
