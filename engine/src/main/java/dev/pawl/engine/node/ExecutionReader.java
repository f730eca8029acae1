package dev.pawl.engine.node;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.History;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.OpenHumanStep;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.UnknownSemanticsException;
import dev.pawl.engine.node.read.ExecutionFollower;
import dev.pawl.engine.node.read.ExecutionProgress;
import dev.pawl.engine.node.read.ExecutionTimelines;
import dev.pawl.engine.node.read.FlowCache;
import dev.pawl.engine.node.read.IncidentException;
import dev.pawl.engine.node.read.JournalReader;
import dev.pawl.engine.node.read.ProgressReader;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.TenantId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads executions from the store, wherever they run: summaries, facts, steps and state. */
public final class ExecutionReader {

  private final Executions executions;
  private final FlowCache flows;
  private final ExecutionTimelines timelines;
  private final ProgressReader progress;

  ExecutionReader(Executions executions, FlowCache flows) {
    this.executions = executions;
    this.flows = flows;
    this.timelines = new ExecutionTimelines(executions, flows);
    this.progress = new ProgressReader(executions, flows);
  }

  /** Returns the timelines of executions, for readers of long histories. */
  public ExecutionTimelines timelines() {
    return timelines;
  }

  /** Returns how far executions of one tenant have come, by their ids. */
  public Map<ExecutionId, ExecutionProgress> progress(
      TenantId tenant, List<Executions.Summary> listed) {
    return progress.read(tenant, listed);
  }

  /** Finds the summary of an execution. */
  public Optional<Executions.Summary> find(ExecutionKey key) {
    return executions.find(key);
  }

  /** Searches executions of a tenant. */
  public List<Executions.Summary> search(
      TenantId tenant, Executions.Criteria criteria, Executions.Page page) {
    return executions.search(tenant, criteria, page);
  }

  /** Loads the summary of an execution and its first facts in one read. */
  public Optional<Executions.ExecutionRecord> load(ExecutionKey key) {
    return executions.load(key);
  }

  /** Returns the number of the last fact of an execution; 0 if there is none. */
  public long lastSeq(ExecutionKey key) {
    return executions.lastSeq(key);
  }

  /** Reads all facts of an execution into memory, in order. */
  public List<RecordedFact> facts(ExecutionKey key) {
    return executions.facts(key).stream().map(JournalReader::read).toList();
  }

  /** Reads the facts of an execution page by page, in order. */
  public Iterable<RecordedFact> journal(ExecutionKey key) {
    return JournalReader.of(executions, key);
  }

  /** Reads the facts of a loaded execution page by page, up to its last one when it was loaded. */
  public Iterable<RecordedFact> journal(Executions.ExecutionRecord loaded) {
    return new JournalReader(
        executions, loaded.summary().info().key(), loaded.first(), loaded.last());
  }

  /** Returns the first fact of a loaded execution; empty if it cannot be read. */
  public static Optional<Fact.Started> started(Executions.ExecutionRecord loaded) {
    try {
      return loaded.first().stream()
          .map(entry -> JournalReader.read(entry).fact())
          .filter(Fact.Started.class::isInstance)
          .map(Fact.Started.class::cast)
          .findFirst();
    } catch (IncidentException unreadable) {
      return Optional.empty();
    }
  }

  /** Folds the history of an execution with all its steps. */
  public Optional<History> history(ExecutionKey key) {
    return executions.load(key).map(loaded -> history(loaded, any -> true));
  }

  /**
   * Folds the history of a loaded execution with some of its steps.
   *
   * @throws IncidentException if the definition or the journal cannot be read
   */
  public History history(Executions.ExecutionRecord loaded, Predicate<StepId> isKept) {
    ExecutionMetadata info = loaded.summary().info();
    try {
      return History.of(flows.interpreter(info), info.id(), journal(loaded), isKept);
    } catch (UnknownSemanticsException newer) {
      throw new IncidentException(String.valueOf(newer.getMessage()));
    }
  }

  /** Folds the state of a loaded execution. */
  public Execution execution(Executions.ExecutionRecord loaded) {
    return history(loaded, none -> false).execution();
  }

  /** Returns every step event of an execution in order, including changes of the same step. */
  public List<StepChange> steps(ExecutionKey key) {
    Optional<Executions.Summary> found = find(key);
    if (found.isEmpty()) {
      return List.of();
    }
    Interpreter interpreter = flows.interpreter(found.get().info());
    List<StepChange> steps = new ArrayList<>();
    Execution execution = Execution.notStarted(key.id());
    for (RecordedFact fact : journal(key)) {
      AdvanceResult advanced = interpreter.advance(execution, fact);
      steps.addAll(advanced.steps());
      execution = advanced.execution();
    }
    return steps;
  }

  /**
   * An effect that a handler recorded.
   *
   * @param seq number of the fact that carries it
   * @param ordinal index of the effect within that fact
   * @param state name of the state of the step
   */
  public record LedgerEntry(
      long seq,
      int ordinal,
      StepId step,
      String state,
      int attempt,
      Fact.RecordedEffect recorded) {}

  /**
   * Returns the effects of all handlers of a loaded execution in the order of their outcomes,
   * including those of outcomes that came too late to count.
   *
   * @throws IncidentException if the definition or the journal cannot be read
   */
  public List<LedgerEntry> effects(Executions.ExecutionRecord loaded) {
    List<LedgerEntry> entries = new ArrayList<>();
    for (RecordedFact fact : journal(loaded)) {
      switch (fact.fact()) {
        case Fact.TaskSucceeded done ->
            add(entries, fact, done.step(), done.attempt(), done.effects());
        case Fact.TaskFailed failed ->
            add(entries, fact, failed.step(), failed.attempt(), failed.effects());
        default -> {}
      }
    }
    if (entries.isEmpty()) {
      return entries;
    }
    Set<StepId> steps = entries.stream().map(LedgerEntry::step).collect(Collectors.toSet());
    History history = history(loaded, steps::contains);
    return entries.stream().map(entry -> named(entry, history)).toList();
  }

  private static void add(
      List<LedgerEntry> entries,
      RecordedFact fact,
      StepId step,
      int attempt,
      List<Fact.RecordedEffect> effects) {
    for (int i = 0; i < effects.size(); i++) {
      entries.add(new LedgerEntry(fact.seq(), i, step, "", attempt, effects.get(i)));
    }
  }

  private static LedgerEntry named(LedgerEntry entry, History history) {
    String state = history.step(entry.step()).map(step -> step.place().state()).orElse("");
    return new LedgerEntry(
        entry.seq(), entry.ordinal(), entry.step(), state, entry.attempt(), entry.recorded());
  }

  /** Follows an execution from its first fact, on whichever node it runs. */
  public Optional<ExecutionFollower> follow(ExecutionKey key) {
    return find(key)
        .map(found -> new ExecutionFollower(executions, flows.interpreter(found.info()), key));
  }

  /** Returns how an execution ended; empty if it has not. */
  public Optional<Execution.Ending> ending(ExecutionKey key) {
    return find(key)
        .filter(found -> found.status().isTerminal())
        .flatMap(found -> load(key))
        .flatMap(loaded -> execution(loaded).ending());
  }

  /**
   * Returns the Human steps that wait for a decision.
   *
   * @throws IncidentException if the definition cannot be read
   */
  public List<OpenHumanStep> openHumanSteps(ExecutionMetadata info, Execution execution) {
    return OpenHumanStep.of(flows.interpreter(info).flow(), execution);
  }
}
