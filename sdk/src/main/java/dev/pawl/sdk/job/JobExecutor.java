package dev.pawl.sdk.job;

/** Executes jobs with the handlers of their codes. */
@FunctionalInterface
public interface JobExecutor {

  /**
   * Calls the handler of a job; returns when it has done the job.
   *
   * @throws IllegalArgumentException if no handler has the code of the job
   * @throws Exception whatever the handler throws
   */
  void execute(JobInstance job) throws Exception;

  /** Returns an executor that finds handlers in a registry. */
  static JobExecutor of(JobHandlerRegistry registry) {
    return job -> registry.get(job.handlerCode()).handle(job.context());
  }
}
