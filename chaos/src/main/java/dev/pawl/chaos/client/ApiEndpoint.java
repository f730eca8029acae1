package dev.pawl.chaos.client;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Optional;

/**
 * The HTTP endpoint of a server. A request that is answered with 4xx has no effect; after 503 its
 * outcome is unknown, since the connection to the database may have been lost during the commit.
 */
public final class ApiEndpoint implements ServerEndpoint {

  private static final String EXECUTIONS = "/api/flows/executions/";
  private static final int CONFLICT = 409;

  private final Api api;

  public ApiEndpoint(Api api) {
    this.api = api;
  }

  /** Starts a run and uses its name as the business key, so that it can be found in lists. */
  @Override
  public String start(String flow, Json input, Optional<String> key) throws Exception {
    Json body =
        JsonObject.of("input", input).with("businessKey", input.get("run").orElse(Json.of("")));
    return ask("/api/flows/" + flow + "/execute", body, key).text("id");
  }

  @Override
  public boolean event(String execution, String name, Json payload, Optional<String> key)
      throws Exception {
    return ask(EXECUTIONS + execution + "/events/" + name, payload, key).isGood();
  }

  @Override
  public boolean cancel(String execution, String reason) throws Exception {
    Json body = JsonObject.of("reason", Json.of(reason));
    return ask(EXECUTIONS + execution + "/cancel", body, Optional.empty()).isGood();
  }

  @Override
  public boolean resume(String execution) throws Exception {
    return ask(EXECUTIONS + execution + "/resume", JsonObject.EMPTY, Optional.empty()).isGood();
  }

  @Override
  public boolean callback(String token, Json result) throws Exception {
    Json body = JsonObject.of("output", result);
    return ask("/api/workers/" + token + "/success", body, Optional.empty()).isGood();
  }

  private Api.ApiAnswer ask(String path, Json body, Optional<String> key)
      throws IOException, InterruptedException, RefusedException {
    Api.ApiAnswer answer;
    try {
      answer = api.post(path, body, key);
    } catch (ConnectException away) {
      throw new RefusedException("connection refused");
    }
    if (answer.isGood() || answer.status() == CONFLICT) {
      return answer;
    }
    if (answer.status() < 500) {
      throw new RefusedException(answer.toString());
    }
    if (answer.retryAfter().isPresent()) {
      throw new LaterException(answer.toString(), answer.retryAfter().get());
    }
    throw new IOException(answer.toString());
  }
}
