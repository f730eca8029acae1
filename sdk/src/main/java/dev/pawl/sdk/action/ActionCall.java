package dev.pawl.sdk.action;

import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A handler call as the context of an action. */
record ActionCall(HandlerCall call) implements ActionContext {

  @Override
  public String getTenantId() {
    return Integer.toString(call.origin().tenant());
  }

  @Override
  public String getFlowId() {
    return call.origin().flow();
  }

  @Override
  public String getExecutionId() {
    return call.executionId();
  }

  @Override
  public String getStepId() {
    return call.origin().step();
  }

  @Override
  public String getIdempotencyKey() {
    return call.idempotencyKey();
  }

  @Override
  public String getActionConfigJson() {
    return call.settings().toString();
  }

  @Override
  public <T> T getConfig(Class<T> type) {
    return call.config(type);
  }

  @Override
  public Map<String, @Nullable Object> getData() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    if (call.input() instanceof JsonObject object) {
      for (Map.Entry<String, Json> member : object.members().entrySet()) {
        members.put(member.getKey(), member.getValue().toJava());
      }
    }
    return members;
  }

  @Override
  public <T> T getData(Class<T> type) {
    return call.input(type);
  }
}
