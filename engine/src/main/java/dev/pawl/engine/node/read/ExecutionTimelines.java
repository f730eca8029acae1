package dev.pawl.engine.node.read;

import dev.pawl.engine.Execution;
import dev.pawl.engine.History;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.UnknownSemanticsException;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.timeline.ExecutionTimeline;
import dev.pawl.engine.timeline.TimelineStep;
import java.lang.ref.SoftReference;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Timelines of executions that were read recently, so that readers of a long history fold each fact
 * once and not once per page.
 */
public final class ExecutionTimelines {

  /** Maximum number of entries in memory; the timelines read least recently are dropped first. */
  private static final int MAX_ENTRIES = 200_000;

  /** Maximum number of timelines in memory; each holds the data of its execution. */
  static final int MAX_TIMELINES = 500;

  private final Executions executions;
  private final FlowCache flows;
  private final ReentrantLock lock = new ReentrantLock();

  /** Held by soft references: the data of one execution alone can have many megabytes. */
  private final Map<ExecutionKey, SoftReference<CachedTimeline>> cache =
      new LinkedHashMap<>(16, 0.75f, true);

  /** Creates an empty cache. */
  public ExecutionTimelines(Executions executions, FlowCache flows) {
    this.executions = executions;
    this.flows = flows;
  }

  /**
   * Reads the timeline of an execution with all facts that are durable now.
   *
   * @throws IncidentException if the definition or the journal cannot be read
   */
  public <T> T read(ExecutionMetadata info, Function<TimelineReader, T> use) {
    CachedTimeline cached = cached(info.key());
    cached.lock.lock();
    try {
      return use.apply(cached.update(info));
    } catch (UnknownSemanticsException newer) {
      throw new IncidentException(String.valueOf(newer.getMessage()));
    } finally {
      cached.lock.unlock();
      dropOldest();
    }
  }

  private CachedTimeline cached(ExecutionKey key) {
    lock.lock();
    try {
      SoftReference<CachedTimeline> reference = cache.get(key);
      CachedTimeline known = reference == null ? null : reference.get();
      if (known != null) {
        return known;
      }
      CachedTimeline created = new CachedTimeline();
      cache.put(key, new SoftReference<>(created));
      return created;
    } finally {
      lock.unlock();
    }
  }

  private void dropOldest() {
    lock.lock();
    try {
      long total = cache.values().stream().mapToLong(ExecutionTimelines::size).sum();
      Iterator<SoftReference<CachedTimeline>> oldest = cache.values().iterator();
      while ((total > MAX_ENTRIES || cache.size() > MAX_TIMELINES) && cache.size() > 1) {
        total -= size(oldest.next());
        oldest.remove();
      }
    } finally {
      lock.unlock();
    }
  }

  private static int size(SoftReference<CachedTimeline> reference) {
    CachedTimeline known = reference.get();
    return known == null ? 0 : known.size;
  }

  private final class CachedTimeline {

    private final ReentrantLock lock = new ReentrantLock();
    private volatile int size = 1;
    private @Nullable TimelineReader reader;

    TimelineReader update(ExecutionMetadata info) {
      TimelineReader current = reader;
      if (current == null) {
        Interpreter interpreter = flows.interpreter(info);
        current =
            new TimelineReader(
                info.key(), interpreter, new ExecutionTimeline(interpreter, info.id()));
      }
      // A failure leaves an incomplete timeline; the next read builds it again.
      reader = null;
      current.timeline.add(current.facts(current.timeline.latest().seq(), Long.MAX_VALUE));
      reader = current;
      size = current.timeline.size() + 1;
      return current;
    }
  }

  /** Reads one execution through its timeline; only valid during {@link #read}. */
  public final class TimelineReader {

    private final ExecutionKey key;
    private final Interpreter interpreter;
    private final ExecutionTimeline timeline;

    private TimelineReader(ExecutionKey key, Interpreter interpreter, ExecutionTimeline timeline) {
      this.key = key;
      this.interpreter = interpreter;
      this.timeline = timeline;
    }

    /** Returns the timeline. */
    public ExecutionTimeline timeline() {
      return timeline;
    }

    /** Returns the interpreter of the definition that the execution runs. */
    public Interpreter interpreter() {
      return interpreter;
    }

    /** Folds the execution up to a fact; the latest one if it has fewer. */
    public Execution at(long seq) {
      if (seq >= timeline.latest().seq()) {
        return timeline.latest();
      }
      Execution start = timeline.checkpoint(seq);
      Execution execution = start;
      for (RecordedFact fact : facts(start.seq(), seq)) {
        execution = interpreter.advance(execution, fact).execution();
      }
      return execution;
    }

    /**
     * Folds the history of some steps, with payloads and attempts, up to a fact. Only the facts
     * from the start of the first of them to the last change of one of them are read.
     */
    public History history(Collection<TimelineStep> steps, long seq) {
      long first = steps.stream().mapToLong(TimelineStep::firstSeq).min().orElse(1);
      long last = steps.stream().mapToLong(TimelineStep::lastSeq).max().orElse(0);
      Set<StepId> ids = steps.stream().map(TimelineStep::id).collect(Collectors.toSet());
      Execution start = timeline.checkpoint(first - 1);
      return History.of(interpreter, start, facts(start.seq(), Math.min(last, seq)), ids::contains);
    }

    /**
     * Folds all facts and passes on each change of a step with its payloads, of which none is kept:
     * those of a long execution do not fit into memory.
     */
    public void forEachChange(Consumer<StepChange> action) {
      History history = History.withoutPayloads(key.id());
      for (RecordedFact fact : facts(0, timeline.latest().seq())) {
        for (History.StepEntry line :
            history.follow(fact, interpreter.advance(history.execution(), fact))) {
          action.accept(line.step());
        }
      }
    }

    private Iterable<RecordedFact> facts(long after, long last) {
      return new JournalReader(
          executions, key, executions.facts(key, after, Executions.MAX_FACTS_PER_PAGE), last);
    }
  }
}
