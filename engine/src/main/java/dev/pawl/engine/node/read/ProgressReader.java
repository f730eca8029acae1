package dev.pawl.engine.node.read;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.UnknownSemanticsException;
import dev.pawl.engine.node.read.ExecutionProgress.FoldedProgress;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Executions.JournalExcerpt;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.TenantId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Derives the progress of listed executions from their facts, so that no step has to write it.
 * Results are kept in memory: that of an ended execution never changes, and that of a live one
 * until its next fact.
 */
public final class ProgressReader {

  /** Executions with more facts are not folded. */
  static final int MAX_FACTS = 200;

  /** Nor are those whose facts are larger together. */
  static final int MAX_BYTES = 131_072;

  /** The number of executions whose facts are in memory at a time. */
  private static final int EXECUTIONS_PER_READ = 25;

  private static final int MAX_CACHED = 10_000;

  private final Executions executions;
  private final FlowCache flows;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<ExecutionKey, ExecutionProgress> ended =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ExecutionKey, ExecutionProgress> eldest) {
          return size() > MAX_CACHED;
        }
      };

  public ProgressReader(Executions executions, FlowCache flows) {
    this.executions = executions;
    this.flows = flows;
  }

  /** Returns the progress of executions of one tenant, by their ids. */
  public Map<ExecutionId, ExecutionProgress> read(TenantId tenant, List<Summary> listed) {
    Map<ExecutionId, ExecutionProgress> found = new HashMap<>();
    List<Summary> unknown = new ArrayList<>();
    for (Summary one : listed) {
      ExecutionProgress known = one.status().isTerminal() ? cached(one.info().key()) : null;
      if (known == null) {
        unknown.add(one);
      } else {
        found.put(one.info().id(), known);
      }
    }
    for (int from = 0; from < unknown.size(); from += EXECUTIONS_PER_READ) {
      int to = Math.min(unknown.size(), from + EXECUTIONS_PER_READ);
      readSome(tenant, unknown.subList(from, to), found);
    }
    return found;
  }

  private void readSome(
      TenantId tenant, List<Summary> listed, Map<ExecutionId, ExecutionProgress> found) {
    Map<ExecutionId, Summary> byId = new HashMap<>();
    listed.forEach(one -> byId.put(one.info().id(), one));
    List<ExecutionId> ids = List.copyOf(byId.keySet());
    for (JournalExcerpt excerpt : executions.excerpts(tenant, ids, MAX_FACTS, MAX_BYTES)) {
      Summary summary = byId.get(excerpt.id());
      if (summary != null) {
        ExecutionProgress progress = progress(summary, excerpt);
        found.put(excerpt.id(), progress);
        if (summary.status().isTerminal()) {
          keep(summary.info().key(), progress);
        }
      }
    }
  }

  private @Nullable ExecutionProgress cached(ExecutionKey key) {
    lock.lock();
    try {
      return ended.get(key);
    } finally {
      lock.unlock();
    }
  }

  private void keep(ExecutionKey key, ExecutionProgress progress) {
    lock.lock();
    try {
      ended.put(key, progress);
    } finally {
      lock.unlock();
    }
  }

  private ExecutionProgress progress(Summary summary, JournalExcerpt excerpt) {
    return new ExecutionProgress(
        excerpt.lastSeq(),
        summary.endedAt().orElse(excerpt.lastAt()),
        excerpt.facts().isEmpty() ? Optional.empty() : fold(summary.info(), excerpt));
  }

  private Optional<FoldedProgress> fold(ExecutionMetadata info, JournalExcerpt excerpt) {
    try {
      Interpreter interpreter = flows.interpreter(info);
      ProgressFold fold = new ProgressFold(interpreter, info.id());
      excerpt.facts().forEach(entry -> fold.add(JournalReader.read(entry)));
      return Optional.of(fold.result());
    } catch (IncidentException | UnknownSemanticsException unreadable) {
      return Optional.empty();
    }
  }
}
