package dev.pawl.worker;

import org.jspecify.annotations.Nullable;

/** Does the work of a Task. It runs on a virtual thread of its own and may block. */
@FunctionalInterface
public interface TaskHandler {

  /**
   * @return the output: a Map, List, text, number, boolean, {@link Value} or null
   * @throws TaskFailure under a name that the flow's Retry and Catch can match
   * @throws InterruptedException when the task is not wanted any more
   * @throws Exception any other failure, told to the flow under the simple name of its class
   */
  @Nullable Object handle(Task task) throws Exception;
}
