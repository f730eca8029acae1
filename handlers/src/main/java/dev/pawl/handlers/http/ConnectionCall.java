package dev.pawl.handlers.http;

import dev.pawl.handlers.egress.HttpAnswer;
import dev.pawl.handlers.egress.PercentEncoding;
import dev.pawl.handlers.function.FunctionCall;
import dev.pawl.handlers.function.HandlerLookup;
import dev.pawl.handlers.settings.HandlerSettings;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerDescriptor.EffectScope;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.OutboundConnection;
import dev.pawl.sdk.OutboundConnection.ConnectionOperation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code CALL}: calls an operation of a connection by name. If there is no such connection, it
 * calls the handler {@code target.operation}.
 */
public final class ConnectionCall implements Handler {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z_][A-Za-z0-9_]*)\\}");
  private static final Set<String> METHODS_WITHOUT_BODY = Set.of("GET", "HEAD", "DELETE");

  private static final HandlerDescriptor DESCRIPTOR =
      new HandlerDescriptor(
          "Call",
          "Integration",
          "Calls an operation of a connection by name and returns the body of its answer.",
          "plug",
          Json.parse(
              """
              {
                "type": "object",
                "required": ["target", "operation"],
                "properties": {
                  "target": {"type": "string", "description": "Name of a connection"},
                  "operation": {"type": "string"},
                  "params": {"type": "object",
                             "description": "Values of the path; the rest is query or body"}
                },
                "additionalProperties": false
              }
              """),
          JsonBool.TRUE,
          JsonBool.TRUE,
          HttpErrors.and(FunctionCall.UNKNOWN_OPERATION),
          EffectScope.EXTERNAL,
          Optional.of(HttpCalls.TIMEOUT));

  private final HttpCalls http;
  private final HandlerLookup handlers;

  /** Creates the handler. */
  public ConnectionCall(HttpCalls http, HandlerLookup handlers) {
    this.http = http;
    this.handlers = handlers;
  }

  @Override
  public HandlerDescriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Optional<String> downstream(HandlerCall call) throws Exception {
    HandlerSettings settings = HandlerSettings.of(call);
    String target = settings.requiredText("target");
    Optional<OutboundConnection> connection = call.services().connection(target);
    if (connection.isPresent()) {
      HttpTarget address = HttpTarget.ofConnection(call, connection.get(), "");
      return Optional.of(address.url().hostAndPort());
    }
    String resource = target + "." + settings.requiredText("operation");
    JsonObject params = settings.object("params").values();
    Optional<Handler> handler = handlers.find(call.origin().tenant(), resource);
    return handler.isEmpty()
        ? Optional.empty()
        : handler.get().downstream(FunctionCall.innerCall(resource, params, call));
  }

  @Override
  public Json handle(HandlerCall call) throws Exception {
    HandlerSettings settings = HandlerSettings.of(call);
    String target = settings.requiredText("target");
    String operation = settings.requiredText("operation");
    JsonObject params = settings.object("params").values();
    Optional<OutboundConnection> connection = call.services().connection(target);
    if (connection.isPresent()) {
      ConnectionOperation found = connection.get().operations().get(operation);
      if (found == null) {
        throw unknown(
            "operation: the connection %s has no operation '%s'; it has %s"
                .formatted(
                    target,
                    operation,
                    connection.get().operations().keySet().stream().sorted().toList()));
      }
      return call(call, connection.get(), found, params);
    }
    String resource = target + "." + operation;
    Handler handler =
        handlers
            .find(call.origin().tenant(), resource)
            .orElseThrow(
                () ->
                    unknown(
                        "target: there is neither a connection '%s' nor a handler '%s'"
                            .formatted(target, resource)));
    return FunctionCall.call(handler, resource, params, call);
  }

  private Json call(
      HandlerCall call,
      OutboundConnection connection,
      ConnectionOperation operation,
      JsonObject params)
      throws HandlerException {
    Map<String, Json> left = new LinkedHashMap<>(params.members());
    HttpTarget target = HttpTarget.ofConnection(call, connection, path(operation.path(), left));
    Optional<RequestBody> body = Optional.empty();
    if (METHODS_WITHOUT_BODY.contains(operation.method())) {
      Map<String, String> query = new LinkedHashMap<>();
      left.forEach(
          (name, value) -> {
            if (!value.isNull()) {
              query.put(name, value.asText());
            }
          });
      target = target.withQuery(query);
    } else {
      body = Optional.of(RequestBody.json(JsonObject.of(left)));
    }
    RequestDraft draft =
        new RequestDraft(
            operation.method(),
            target,
            Map.of("Accept", "application/json"),
            body,
            0,
            RequestAuth.of(new HandlerSettings(JsonObject.EMPTY), target),
            call.idempotencyKey());
    HttpAnswer answer = http.send(call, draft, http.deadline(call));
    if (answer.status() < 200 || answer.status() >= 300) {
      throw HttpErrors.of(call.services(), draft.method(), answer);
    }
    return AnswerContent.forState(AnswerContent.body(answer));
  }

  /** Fills in the parameters of a path, each as one segment, and removes them from the map. */
  private static String path(String template, Map<String, Json> params) throws HandlerException {
    Matcher placeholder = PLACEHOLDER.matcher(template);
    StringBuilder path = new StringBuilder();
    while (placeholder.find()) {
      String name = placeholder.group(1);
      Json value = params.get(name);
      if (value == null || value.isNull() || value.asText().isEmpty()) {
        throw HandlerSettings.invalid(
            "params.%s: is missing; the path %s needs it".formatted(name, template));
      }
      placeholder.appendReplacement(
          path, Matcher.quoteReplacement(PercentEncoding.encode(value.asText())));
    }
    placeholder.appendTail(path);
    PLACEHOLDER.matcher(template).results().forEach(found -> params.remove(found.group(1)));
    return path.toString();
  }

  private static HandlerException unknown(String cause) {
    return new HandlerException(FunctionCall.UNKNOWN_OPERATION.name(), cause);
  }
}
