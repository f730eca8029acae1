package dev.pawl.spring.autoconfigure;

import dev.pawl.MessageResult;
import dev.pawl.Pawl;
import dev.pawl.StartOptions;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBinder;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.job.WorkflowEngine;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Starts and cancels workflows of the application's {@link Pawl}. */
final class PawlWorkflowEngine implements WorkflowEngine {

  private final Pawl pawl;
  private final JsonBinder binder;

  PawlWorkflowEngine(Pawl pawl, JsonBinder binder) {
    this.pawl = pawl;
    this.binder = binder;
  }

  @Override
  public UUID startWorkflow(String workflowCode, UUID aggregateId, @Nullable Object payload) {
    JsonObject input =
        JsonObject.of("aggregateId", Json.of(aggregateId.toString()))
            .with("payload", binder.write(payload));
    return pawl.start(
        workflowCode, input, StartOptions.DEFAULT.withBusinessKey(aggregateId.toString()));
  }

  @Override
  public void cancelWorkflow(UUID workflowInstanceId) {
    MessageResult result = pawl.cancel(workflowInstanceId, "cancelled by the application");
    if (result == MessageResult.UNKNOWN) {
      throw new IllegalArgumentException(
          "workflowInstanceId: there is no execution " + workflowInstanceId);
    }
  }
}
