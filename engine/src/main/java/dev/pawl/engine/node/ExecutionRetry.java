package dev.pawl.engine.node;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.ExecutionRerun;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.node.read.FlowCache;
import dev.pawl.engine.run.Timeline;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Disposition.Release;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.model.NameLimit;
import java.util.List;
import java.util.Optional;

/** Creates the first commit of an execution that retries an ended one. */
final class ExecutionRetry {

  private final ExecutionReader executions;
  private final FlowCache flows;
  private final Timeline time;

  ExecutionRetry(ExecutionReader executions, FlowCache flows, Timeline time) {
    this.executions = executions;
    this.flows = flows;
    this.time = time;
  }

  /**
   * The identity of the new execution.
   *
   * @param provenance who asked for the retry
   * @param reason shown in the history; may be empty
   */
  record Request(
      ExecutionId id,
      Optional<String> idempotencyKey,
      ExecutionMetadata.Provenance provenance,
      String reason) {}

  /**
   * Creates the commit; any node may claim the new execution.
   *
   * @throws IllegalArgumentException if the execution does not exist or has not ended
   */
  Commit firstCommit(ExecutionKey failed, ExecutionControl.From from, Request request) {
    request.idempotencyKey().ifPresent(NameLimit.IDEMPOTENCY_KEY::require);
    Executions.Summary ended =
        executions.find(failed).orElseThrow(() -> ExecutionControl.unknown(failed));
    if (!ended.status().isTerminal()) {
      throw new IllegalArgumentException(
          "only an execution that has ended can be tried again, this one is " + ended.status());
    }
    return new Commit(
        info(failed, ended.info(), request),
        true,
        entries(ended.info(), from, request.reason()),
        0,
        Commit.Outgoing.NOTHING,
        Release.RELEASE);
  }

  private static ExecutionMetadata info(
      ExecutionKey failed, ExecutionMetadata ended, Request request) {
    ExecutionMetadata.StartAttributes attributes = ended.tags();
    return new ExecutionMetadata(
        new ExecutionKey(failed.tenant(), request.id()),
        ended.version(),
        ended.machine(),
        Optional.empty(),
        0,
        new ExecutionMetadata.StartAttributes(
            attributes.priority(),
            attributes.businessKey(),
            attributes.labels(),
            request.idempotencyKey(),
            Optional.of(failed.id()),
            request.provenance().withTestOf(attributes.origin())));
  }

  private List<JournalEntry> entries(
      ExecutionMetadata ended, ExecutionControl.From from, String reason) {
    // Also read for a retry from the start, so that an unreadable definition refuses it here.
    Interpreter interpreter = flows.interpreter(ended);
    List<RecordedFact> facts = executions.facts(ended.key());
    List<RecordedFact> copied =
        switch (from) {
          case START -> ExecutionRerun.fromTheStart(facts, time.now());
          case FAILURE -> ExecutionRerun.fromTheFailure(interpreter, ended.id(), facts, time.now());
        };
    return ExecutionRerun.because(copied, reason).stream()
        .map(one -> new JournalEntry(one.seq(), one.at(), FactBytes.write(one.fact())))
        .toList();
  }
}
