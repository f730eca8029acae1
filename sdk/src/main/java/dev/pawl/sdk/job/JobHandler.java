package dev.pawl.sdk.job;

/**
 * The code that does one job of a workflow, found by its code.
 *
 * <p>A job handler may be called again for the same job: after a failure that is retried, and after
 * the death of the program that called it.
 */
public interface JobHandler {

  /** Returns the code by which flows name this handler, such as {@code EMAIL_HANDLER}. */
  String getCode();

  /**
   * Does the job.
   *
   * @throws Exception any exception fails the attempt; the flow decides about another one
   */
  void handle(JobContext context) throws Exception;

  /** Returns what the handler does in a sentence, for the catalogue of handlers. */
  default String getDescription() {
    return "";
  }
}
