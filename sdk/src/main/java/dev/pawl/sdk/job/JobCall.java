package dev.pawl.sdk.job;

import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A handler call as the context of a job. */
record JobCall(HandlerCall call) implements JobContext {

  private static final String AGGREGATE_ID = "aggregateId";
  private static final String PAYLOAD = "payload";
  private static final String PARENTS = "parents";

  @Override
  public UUID getAggregateId() {
    String id =
        member(AGGREGATE_ID)
            .map(Json::asText)
            .or(call::businessKey)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "aggregateId: the workflow was started without one; start it with an"
                            + " aggregate id or a business key"));
    return uuid(AGGREGATE_ID, id);
  }

  @Override
  public UUID getWorkflowInstanceId() {
    return uuid("workflowInstanceId", call.executionId());
  }

  @Override
  public String getJobInstanceId() {
    return call.origin().step();
  }

  @Override
  public Map<String, @Nullable Object> getHandlerConfig() {
    return plain(call.config());
  }

  @Override
  public <T> T getPayload(Class<T> type) {
    boolean isJobInput = member(AGGREGATE_ID).isPresent() || member(PAYLOAD).isPresent();
    Json payload = isJobInput ? member(PAYLOAD).orElse(JsonObject.EMPTY) : call.input();
    return call.services().binder().read(payload, type);
  }

  @Override
  public Map<String, @Nullable Object> getParentResults() {
    return plain(member(PARENTS));
  }

  @Override
  public String getIdempotencyKey() {
    return call.idempotencyKey();
  }

  private Optional<Json> member(String name) {
    return call.input().get(name).filter(value -> !value.isNull());
  }

  private static Map<String, @Nullable Object> plain(Optional<Json> value) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    if (value.orElse(JsonObject.EMPTY) instanceof JsonObject object) {
      for (Map.Entry<String, Json> member : object.members().entrySet()) {
        members.put(member.getKey(), member.getValue().toJava());
      }
    }
    return members;
  }

  private static UUID uuid(String field, String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException malformed) {
      throw new IllegalStateException("%s: '%s' is not a UUID".formatted(field, text), malformed);
    }
  }
}
