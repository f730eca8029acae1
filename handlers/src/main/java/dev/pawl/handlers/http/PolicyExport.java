package dev.pawl.handlers.http;

import dev.pawl.handlers.egress.HttpAnswer;
import dev.pawl.handlers.settings.HandlerSettings;
import dev.pawl.handlers.settings.ValuePath;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerDescriptor.EffectScope;
import dev.pawl.sdk.HandlerDescriptor.HandlerError;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code EXPORT_POLICY_HANDLER}: sends a business object to an endpoint in a chosen format. */
public final class PolicyExport implements Handler {

  private static final HandlerError REJECTED =
      new HandlerError(
          "ExportRejected",
          "The endpoint refused the object with a status from 400 to 499.",
          false);

  private static final HandlerDescriptor DESCRIPTOR =
      new HandlerDescriptor(
          "Export",
          "Integration",
          "Sends a business object to an endpoint as JSON, XML or CSV.",
          "upload",
          HttpSchemas.parse(
              """
              {
                "type": "object",
                "properties": {
                  "endpointUrl": {"type": "string", "description": "URL; or use connection and path"},
                  "connection": {"type": "string"}, "path": {"type": "string"},
                  "method": {"enum": ["POST", "PUT", "PATCH"], "default": "POST"},
                  "format": {"enum": ["json", "xml", "csv"], "default": "json"},
                  "map": {"type": "object",
                          "description": "Fields by name: a path such as $.a.b, or a constant"},
                  "payload": {"description": "The object; default is the input of the state"},
                  "root": {"type": "string", "default": "export"},
                  "headers": "HEADERS", "auth": "AUTH"
                },
                "oneOf": [{"required": ["endpointUrl"]}, {"required": ["connection"]}],
                "additionalProperties": false
              }
              """),
          JsonBool.TRUE,
          Json.parse(
              """
              {
                "type": "object",
                "required": ["status", "reference"],
                "properties": {
                  "status": {"type": "integer"},
                  "reference": {"type": ["string", "null"],
                                "description": "Header Location, or reference or id of the answer"}
                }
              }
              """),
          HttpErrors.and(REJECTED),
          EffectScope.EXTERNAL,
          Optional.of(HttpCalls.TIMEOUT));

  private final HttpCalls http;

  /** Creates the handler. */
  public PolicyExport(HttpCalls http) {
    this.http = http;
  }

  @Override
  public HandlerDescriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Optional<String> downstream(HandlerCall call) throws HandlerException {
    HttpTarget target = HttpTarget.of(call, HandlerSettings.of(call), "endpointUrl");
    return Optional.of(target.url().hostAndPort());
  }

  @Override
  public Json handle(HandlerCall call) throws HandlerException {
    HandlerSettings settings = HandlerSettings.of(call);
    HttpTarget target = HttpTarget.of(call, settings, "endpointUrl");
    RequestDraft draft =
        new RequestDraft(
            settings.choice("method", "POST", List.of("POST", "PUT", "PATCH")),
            target,
            settings.texts("headers"),
            Optional.of(
                ExportFormat.write(
                    settings.choice("format", "json", ExportFormat.FORMATS),
                    mapped(settings, payload(call, settings)),
                    settings.text("root").orElse("export"))),
            0,
            RequestAuth.of(settings, target),
            call.idempotencyKey());
    HttpAnswer answer = http.send(call, draft, http.deadline(call));
    int status = answer.status();
    if (status >= 400 && status < 500 && status != 429) {
      throw new HandlerException(
          REJECTED.name(), HttpErrors.cause(call.services(), draft.method(), answer));
    }
    if (status < 200 || status >= 300) {
      throw HttpErrors.of(call.services(), draft.method(), answer);
    }
    return AnswerContent.forState(
        JsonObject.of("status", Json.of(status)).with("reference", reference(answer)));
  }

  private static Json payload(HandlerCall call, HandlerSettings settings) throws HandlerException {
    Optional<Json> payload = settings.value("payload");
    if (payload.isEmpty() && call.config().isEmpty()) {
      throw HandlerSettings.invalid(
          "payload: is missing; set it, or write the settings in Config so that the input is sent");
    }
    return payload.orElse(call.input());
  }

  private static Json mapped(HandlerSettings settings, Json payload) throws HandlerException {
    JsonObject map = settings.object("map").values();
    if (map.members().isEmpty()) {
      return payload;
    }
    if (payload instanceof JsonArray items) {
      List<Json> mapped = new ArrayList<>();
      for (Json item : items) {
        mapped.add(mapped(map, item));
      }
      return JsonArray.of(mapped);
    }
    return mapped(map, payload);
  }

  private static Json mapped(JsonObject map, Json payload) throws HandlerException {
    JsonObject.Builder fields = JsonObject.builder();
    for (Map.Entry<String, Json> field : map.members().entrySet()) {
      Json value = field.getValue();
      if (value instanceof JsonString path && path.value().startsWith("$")) {
        try {
          value = ValuePath.parse(path.value()).in(payload).orElse(JsonNull.NULL);
        } catch (IllegalArgumentException e) {
          throw HandlerSettings.invalid("map.%s: %s".formatted(field.getKey(), e.getMessage()));
        }
      }
      fields.put(field.getKey(), value);
    }
    return fields.build();
  }

  private static Json reference(HttpAnswer answer) {
    if (answer.header("location").isPresent()) {
      return Json.of(answer.header("location").get());
    }
    Json body = AnswerContent.body(answer);
    return body.get("reference")
        .or(() -> body.get("id"))
        .map(found -> Json.of(found.asText()))
        .orElse(JsonNull.NULL);
  }
}
