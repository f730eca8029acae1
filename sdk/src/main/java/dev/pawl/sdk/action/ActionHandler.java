package dev.pawl.sdk.action;

import org.jspecify.annotations.Nullable;

/** The code of an action, found by its key. It may be called again for the same step. */
public interface ActionHandler {

  /** Returns the key by which flows name this action, such as {@code CREATE_CHARGE}. */
  String getKey();

  /**
   * Executes the action.
   *
   * @throws Exception any exception fails the attempt, as a failed result does
   */
  ActionResult execute(ActionContext context) throws Exception;

  /** Returns the description of the action for people and tools; null for none. */
  default @Nullable ActionHandlerDescriptor getDescriptor() {
    return null;
  }
}
