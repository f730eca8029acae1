package dev.pawl;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Failure;
import dev.pawl.engine.OpenHumanStep;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Conversions between the types of the public API and those of the engine. */
final class Conversions {

  private Conversions() {}

  static Launch launch(TenantId tenant, String flow, Json input, StartOptions options) {
    Launch launch = Launch.of(flow, input).of(tenant);
    return new Launch(
        tenant,
        flow,
        options.version(),
        input,
        launch.name(),
        new ExecutionMetadata.StartAttributes(
            Priority.valueOf(options.priority().name()),
            options.businessKey(),
            options.labels(),
            options.idempotencyKey(),
            Optional.empty()),
        launch.express());
  }

  static Executions.Criteria criteria(ExecutionQuery query) {
    return new Executions.Criteria(
        query.flow(),
        query.status().map(status -> Status.valueOf(status.name())),
        query.businessKey(),
        query.labels(),
        query.errorWords(),
        new Executions.Span(query.startedFrom(), query.startedTo()),
        Optional.of(false),
        query.children()
            ? Executions.ParentFilter.Any.ANY
            : Executions.ParentFilter.TopLevel.TOP_LEVEL);
  }

  static Executions.Page page(TenantId tenant, ExecutionQuery query) {
    return new Executions.Page(
        query.limit(), query.after().map(id -> new ExecutionKey(tenant, new ExecutionId(id))));
  }

  static ExecutionSummary summary(Executions.Summary found) {
    ExecutionMetadata info = found.info();
    return new ExecutionSummary(
        info.id().value(),
        info.version().flow(),
        info.version().number(),
        status(found.status()),
        found.startedAt(),
        found.endedAt(),
        info.tags().businessKey(),
        info.tags().labels(),
        info.parent().map(parent -> parent.id().value()),
        found.failure().map(Conversions::failure));
  }

  static ExecutionResult result(Execution.Ending ending) {
    return new ExecutionResult(
        status(ending.status()), ending.output(), ending.failure().map(Conversions::failure));
  }

  static StepSummary step(StepChange step) {
    return new StepSummary(
        step.id().toString(),
        step.place().state(),
        step.place().kind().type(),
        StepSummary.StepStatus.valueOf(step.status().name()),
        step.place().attempt(),
        step.at(),
        step.result().output(),
        step.result().failure().map(Conversions::failure));
  }

  static List<PendingDecision> decisions(Execution execution, List<OpenHumanStep> open) {
    Map<StepId, String> titles = new HashMap<>();
    for (Command command : OutstandingCommands.evenIfPaused(execution)) {
      if (command instanceof Command.OpenHumanTask task) {
        titles.put(task.step(), task.title());
      }
    }
    return open.stream()
        .map(
            one ->
                new PendingDecision(
                    one.step().toString(), titles.getOrDefault(one.step(), ""), one.outcomes()))
        .toList();
  }

  static MessageResult result(MessageAcceptance acceptance) {
    return MessageResult.valueOf(acceptance.name());
  }

  private static ExecutionStatus status(Status status) {
    return ExecutionStatus.valueOf(status.name());
  }

  private static ExecutionFailure failure(Failure failure) {
    return new ExecutionFailure(failure.error(), failure.cause());
  }
}
