package dev.pawl.chaos.check;

import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.ExecutionMetadata;
import java.util.List;

/**
 * An execution as the store shows it.
 *
 * @param run the run it belongs to; children belong to the run of their parent
 * @param status the stored status, which must agree with the facts
 */
public record StoredExecution(
    String run,
    ExecutionMetadata info,
    Status status,
    List<RecordedFact> facts,
    FoldedExecution fold) {

  public String id() {
    return info.id().toString();
  }

  /** Returns this execution as one of the given run. */
  StoredExecution of(String newRun) {
    return new StoredExecution(newRun, info, status, facts, fold);
  }

  public boolean isRoot() {
    return info.parent().isEmpty();
  }
}
