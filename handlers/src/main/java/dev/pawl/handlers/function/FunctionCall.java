package dev.pawl.handlers.function;

import dev.pawl.handlers.settings.HandlerSettings;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerDescriptor.EffectScope;
import dev.pawl.sdk.HandlerDescriptor.HandlerError;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code FUNCTION}: calls another handler by name and returns its result. */
public final class FunctionCall implements Handler {

  /** A name that no handler has. */
  public static final HandlerError UNKNOWN_OPERATION =
      new HandlerError(
          "UnknownOperation", "There is no operation or handler with that name.", false);

  private static final HandlerDescriptor DESCRIPTOR =
      new HandlerDescriptor(
          "Function",
          "Integration",
          "Calls a handler by name. Errors and effects are those of the handler.",
          "function",
          Json.parse(
              """
              {
                "type": "object",
                "required": ["name"],
                "properties": {
                  "name": {"type": "string"},
                  "params": {"description": "Input of the handler; default is an empty object"}
                },
                "additionalProperties": false
              }
              """),
          JsonBool.TRUE,
          JsonBool.TRUE,
          List.of(UNKNOWN_OPERATION, HandlerSettings.CONFIG_INVALID),
          EffectScope.EXTERNAL,
          Optional.of(Duration.ofSeconds(30)));

  private final HandlerLookup handlers;

  /** Creates the handler. */
  public FunctionCall(HandlerLookup handlers) {
    this.handlers = handlers;
  }

  @Override
  public HandlerDescriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Optional<String> downstream(HandlerCall call) throws Exception {
    HandlerSettings settings = HandlerSettings.of(call);
    String name = settings.requiredText("name");
    Json params = settings.value("params").orElse(JsonObject.EMPTY);
    Optional<Handler> handler = handlers.find(call.origin().tenant(), name);
    return handler.isEmpty()
        ? Optional.empty()
        : handler.get().downstream(innerCall(name, params, call));
  }

  @Override
  public Json handle(HandlerCall call) throws Exception {
    HandlerSettings settings = HandlerSettings.of(call);
    String name = settings.requiredText("name");
    Handler handler =
        handlers
            .find(call.origin().tenant(), name)
            .orElseThrow(
                () ->
                    new HandlerException(
                        UNKNOWN_OPERATION.name(),
                        "name: no handler on this node is called '%s'; correct the name or register it"
                            .formatted(name)));
    return call(handler, name, settings.value("params").orElse(JsonObject.EMPTY), call);
  }

  /** Calls a handler as part of another call, with its own input. */
  public static Json call(Handler handler, String name, Json input, HandlerCall outer)
      throws Exception {
    return handler.handle(innerCall(name, input, outer));
  }

  /** Returns the call of another handler as part of a call. */
  public static HandlerCall innerCall(String name, Json input, HandlerCall outer) {
    return new HandlerCall(
        name,
        input,
        Optional.empty(),
        outer.idempotencyKey(),
        outer.attempt(),
        outer.timeout(),
        outer.taskToken(),
        outer.origin(),
        outer.services());
  }
}
