package dev.pawl.sdk;

import java.util.Optional;

/**
 * The step that a handler call belongs to. A handler needs it for logs and links.
 *
 * @param tenant the number of the tenant; 0 if the caller does not know it
 * @param flow the code of the flow; empty if the caller does not know it
 * @param execution the id of the execution
 * @param step the id of the step within its execution, such as {@code /@3}
 * @param businessKey the key of the business object that the execution is about
 */
public record CallOrigin(
    int tenant, String flow, String execution, String step, Optional<String> businessKey) {

  /** The origin of calls that belong to no step. */
  public static final CallOrigin UNKNOWN = new CallOrigin(0, "", "", "", Optional.empty());
}
