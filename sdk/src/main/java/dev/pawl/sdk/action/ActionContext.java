package dev.pawl.sdk.action;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The step that an {@link ActionHandler} is executed for. */
public interface ActionContext {

  /** Returns the number of the tenant as text. */
  String getTenantId();

  /** Returns the code of the flow. */
  String getFlowId();

  /** Returns the id of the execution. */
  String getExecutionId();

  /** Returns the id of the step within its execution. */
  String getStepId();

  /** Returns a text that is equal for all attempts of the step and different for all others. */
  String getIdempotencyKey();

  /** Returns the settings of the action as JSON text, all templates resolved. */
  String getActionConfigJson();

  /** Returns the settings of the action as an object of a class, such as a record. */
  <T> T getConfig(Class<T> type);

  /** Returns the input of the step; empty if it is not an object. */
  Map<String, @Nullable Object> getData();

  /** Returns the input of the step as an object of a class, such as a record. */
  <T> T getData(Class<T> type);
}
