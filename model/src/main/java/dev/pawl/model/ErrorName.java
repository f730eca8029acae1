package dev.pawl.model;

/** The error names of the language and of the engine. */
public final class ErrorName {

  public static final String ALL = "States.ALL";
  public static final String TASK_FAILED = "States.TaskFailed";
  public static final String TIMEOUT = "States.Timeout";
  public static final String HEARTBEAT_TIMEOUT = "States.HeartbeatTimeout";
  public static final String RUNTIME = "States.Runtime";
  public static final String DATA_LIMIT = "States.DataLimitExceeded";
  public static final String NO_CHOICE_MATCHED = "States.NoChoiceMatched";
  public static final String QUERY_EVALUATION = "States.QueryEvaluationError";
  public static final String RESULT_PATH = "States.ResultPathMatchFailure";
  public static final String INTRINSIC = "States.IntrinsicFailure";
  public static final String TOLERANCE_EXCEEDED = "States.ExceedToleratedFailureThreshold";
  public static final String ITEM_READER = "States.ItemReaderFailed";
  public static final String RESULT_WRITER = "States.ResultWriterFailed";

  /** An expression exceeded its budget of work. */
  public static final String BUDGET = "Pawl.BudgetExceeded";

  /** An execution exceeded the {@code queueTimeout} while waiting for a concurrency permit. */
  public static final String QUEUE_TIMEOUT = "Pawl.QueueTimeout";

  /** The Config of a Task refers to a secret that the tenant does not have. */
  public static final String SECRET_MISSING = "Pawl.SecretMissing";

  private ErrorName() {}
}
