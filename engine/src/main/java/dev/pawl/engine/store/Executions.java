package dev.pawl.engine.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Looking at executions, live and finished. */
public interface Executions {

  /** How many facts are read together where there may be many. */
  int AT_ONCE = 200;

  Optional<Summary> find(ExecutionKey key);

  /** The execution that was started with the idempotency key of this card, if there is one. */
  Optional<ExecutionKey> startedBefore(Card card);

  /** The digest of the request that the idempotency key of this card came with, if it is known. */
  Optional<String> request(Card card);

  /** All facts of an execution, in order. */
  default List<Entry> facts(ExecutionKey key) {
    return facts(key, 0);
  }

  /** An execution and its first facts. */
  default Optional<Recounted> recount(ExecutionKey key) {
    return find(key).map(found -> new Recounted(found, facts(key, 0, AT_ONCE)));
  }

  /** Those with a number above the given one, in order. */
  default List<Entry> facts(ExecutionKey key, long after) {
    return facts(key, after, Integer.MAX_VALUE);
  }

  /** The first so many of them. */
  List<Entry> facts(ExecutionKey key, long after, int most);

  /** Returns the number of the last fact of an execution; 0 if there is none. */
  long lastSeq(ExecutionKey key);

  /** Those that fit, newest first; that one is a test is told, what it pretends need not be. */
  List<Summary> search(TenantId tenant, Criteria criteria, Page page);

  /**
   * What a list shows.
   *
   * @param status WAITING for one that is parked, unless it compensates; PAUSED also for one with
   *     an incident
   * @param standing where a live one is
   */
  record Summary(
      Card card,
      Status status,
      Instant startedAt,
      Optional<Instant> endedAt,
      Optional<Failure> failure,
      Optional<Standing> standing) {}

  /**
   * What is known of an execution, and what happened to it.
   *
   * @param first the first facts, {@link #AT_ONCE} of them if there may be more
   * @param last the number of the last one that counts
   */
  record Recounted(Summary summary, List<Entry> first, long last) {

    public Recounted(Summary summary, List<Entry> first) {
      this(summary, first, Long.MAX_VALUE);
    }

    /** The same, whatever happened since. */
    public Recounted until(long seq) {
      return new Recounted(summary, first, seq);
    }
  }

  /**
   * Where a live execution is.
   *
   * @param owner the node that has it in memory
   * @param wakeAt when it goes on by itself, unless it is owned; one that could go on at once, and
   *     is only in line for a node, does so now
   * @param ending how it will end once its compensation is through
   */
  record Standing(
      OptionalInt owner,
      Optional<Instant> wakeAt,
      Fate.WaitsFor waitsFor,
      Optional<Status> ending) {
    public Standing(OptionalInt owner, Optional<Instant> wakeAt, Fate.WaitsFor waitsFor) {
      this(owner, wakeAt, waitsFor, Optional.empty());
    }
  }

  /** Which executions a search finds, by the execution that started them. */
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

    default boolean accepts(Card card) {
      return switch (this) {
        case Any any -> true;
        case TopLevel top -> card.parent().isEmpty();
        case ChildrenOf children ->
            card.parent().filter(parent -> parent.id().equals(children.parent())).isPresent();
      };
    }
  }

  /**
   * What to look for; all of it must fit.
   *
   * @param error words in the name or the cause of a failure
   * @param test only tests, or none of them
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

    /** Top-level executions and children. */
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

    /** Tests and others. */
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

  /** From a time on, and up to but not including another. */
  record Span(Optional<Instant> from, Optional<Instant> to) {
    public static final Span ALWAYS = new Span(Optional.empty(), Optional.empty());
  }

  /** How many, and older than which. */
  record Page(int limit, Optional<ExecutionKey> after) {}
}
