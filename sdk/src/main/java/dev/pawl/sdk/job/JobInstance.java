package dev.pawl.sdk.job;

/**
 * One attempt of a job.
 *
 * @param handlerCode the code of the handler that does it
 */
public record JobInstance(String handlerCode, JobContext context) {

  /** Returns the code of the handler that does it. */
  public String getHandlerCode() {
    return handlerCode;
  }
}
