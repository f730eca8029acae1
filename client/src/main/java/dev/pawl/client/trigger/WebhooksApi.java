package dev.pawl.client.trigger;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.ApiRequest;
import dev.pawl.client.http.JsonMembers;
import dev.pawl.client.http.Operation;
import dev.pawl.client.http.PawlApiException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Optional;
import java.util.stream.Stream;

/** The webhooks of flows, and the secrets of their senders. */
public final class WebhooksApi {

  private static final String ROOT = "/api/webhooks";
  private static final String AUTOLAUNCHED = "AUTOLAUNCHED";
  private static final int NOT_FOUND = 404;

  private final ApiConnection connection;

  public WebhooksApi(ApiConnection connection) {
    this.connection = connection;
  }

  /** A new secret of a webhook; it is available this one time only. */
  public record NewSecret(int version, Optional<String> secret) {

    private static NewSecret of(Json json) {
      return new NewSecret(
          Math.toIntExact(JsonMembers.numberOrZero(json, "version")),
          JsonMembers.text(json, "secret"));
    }

    /** Leaves out the secret so that it is not logged. */
    @Override
    public String toString() {
      return "NewSecret " + version;
    }
  }

  /** Returns all webhooks, in the order of their paths. */
  @Operation("GET /api/webhooks")
  public Stream<Webhook> list() {
    return connection.list(ROOT).map(Webhook::new);
  }

  /**
   * Sets the webhook of a flow; other settings of its trigger stay. When it returns, every node
   * knows it.
   *
   * @param webhook path, authentication, style, hmac and respond
   */
  public Webhook set(String flow, JsonObject webhook) {
    return new Webhook(
        put(flow, config(flow).with("webhook", webhook)).get("webhook").orElseThrow());
  }

  /** Removes the webhook of a flow; when it returns, no node starts anything by it. */
  public void remove(String flow) {
    put(flow, config(flow));
  }

  /** Returns the settings of the trigger of a flow without its webhook. */
  private JsonObject config(String flow) {
    try {
      Json trigger = connection.get(trigger(flow).toString());
      return JsonMembers.textOrEmpty(trigger, "type").equals(AUTOLAUNCHED)
              && trigger.get("config").orElse(JsonObject.EMPTY) instanceof JsonObject config
          ? config.without("webhook").without("webhookPath").without("authentication")
          : JsonObject.EMPTY;
    } catch (PawlApiException missing) {
      if (missing.status() == NOT_FOUND) {
        return JsonObject.EMPTY;
      }
      throw missing;
    }
  }

  private Json put(String flow, JsonObject config) {
    return connection.write(
        "PUT",
        trigger(flow).toString(),
        JsonObject.of("type", Json.of(AUTOLAUNCHED)).with("config", config));
  }

  /**
   * Creates another secret. The one before stays valid for 24 hours.
   *
   * @param endOld true to end the one before at once
   */
  @Operation("POST /api/flows/{flow}/trigger/secret")
  public NewSecret rotate(String flow, boolean endOld) {
    return secret(flow, JsonObject.of("endOld", Json.of(endOld)));
  }

  /** Sets a secret that the sender has made. The one before stays valid for 24 hours. */
  public NewSecret setSecret(String flow, String secret, boolean endOld) {
    return secret(flow, JsonObject.of("secret", Json.of(secret)).with("endOld", Json.of(endOld)));
  }

  private NewSecret secret(String flow, JsonObject body) {
    return NewSecret.of(connection.write("POST", trigger(flow).add("secret").toString(), body));
  }

  /** Ends the secrets that were replaced; when it returns, only the newest is accepted. */
  @Operation("DELETE /api/flows/{flow}/trigger/secret")
  public void endReplacedSecrets(String flow) {
    connection.write("DELETE", trigger(flow).add("secret").toString());
  }

  /**
   * Sends a request to a webhook that is authenticated by the key of this client; returns {@code
   * {id, execution}}, or the answer of the flow.
   */
  @Operation("POST /api/webhooks/{path}")
  public Json send(String path, Json body) {
    return connection.send(ApiRequest.of("POST", ROOT + "/" + path, body).once()).json();
  }

  private static ApiPath trigger(String flow) {
    return ApiPath.of("/api/flows").segment(flow).add("trigger");
  }
}
