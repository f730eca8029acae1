package dev.pawl.sdk.job;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The job that a {@link JobHandler} does: its business object, its ids, settings and payload. */
public interface JobContext {

  /**
   * Returns the id of the business object that the workflow is about.
   *
   * @throws IllegalStateException if the workflow was started without one
   */
  UUID getAggregateId();

  /**
   * Returns the id of the execution.
   *
   * @throws IllegalStateException if the handler was called without an execution
   */
  UUID getWorkflowInstanceId();

  /** Returns the id of the step within its execution, such as {@code /@3}. */
  String getJobInstanceId();

  /** Returns the settings of the job from the definition; empty if it has none. */
  Map<String, @Nullable Object> getHandlerConfig();

  /**
   * Returns the payload of the workflow as an object of a class, such as a record.
   *
   * @throws dev.pawl.sdk.JsonBindingException if the payload does not fit the class
   */
  <T> T getPayload(Class<T> type);

  /** Returns the results of the parent jobs by their codes; empty if the job has no parents. */
  Map<String, @Nullable Object> getParentResults();

  /** Returns a text that is equal for all attempts of the job and different for all other jobs. */
  String getIdempotencyKey();
}
