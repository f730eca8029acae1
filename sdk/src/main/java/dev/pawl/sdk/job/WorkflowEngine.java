package dev.pawl.sdk.job;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Starts and cancels workflows. */
public interface WorkflowEngine {

  /**
   * Starts the newest version of a flow for a business object. The input of the execution is {@code
   * {"aggregateId": ..., "payload": ...}}, its business key is the aggregate id.
   *
   * @param payload a record, map or other value with a JSON form; null for none
   * @return the id of the execution
   * @throws IllegalArgumentException if there is no such flow
   */
  UUID startWorkflow(String workflowCode, UUID aggregateId, @Nullable Object payload);

  /** Starts the newest version of a flow for a business object, without a payload. */
  default UUID startWorkflow(String workflowCode, UUID aggregateId) {
    return startWorkflow(workflowCode, aggregateId, null);
  }

  /**
   * Cancels an execution after compensating its completed steps; no effect on one that has ended.
   *
   * @throws IllegalArgumentException if there is no such execution
   */
  void cancelWorkflow(UUID workflowInstanceId);
}
