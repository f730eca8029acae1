package dev.pawl.handlers.http;

import dev.pawl.handlers.egress.CallDeadline;
import dev.pawl.handlers.egress.HttpAnswer;
import dev.pawl.handlers.egress.HttpUrl;
import dev.pawl.handlers.egress.OutgoingRequest;
import dev.pawl.handlers.settings.HandlerSettings;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerDescriptor.EffectScope;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code HTTP_CALLOUT}: calls a URL, or a path of a connection, and returns its answer. */
public final class HttpCallout implements Handler {

  private static final HandlerDescriptor DESCRIPTOR =
      new HandlerDescriptor(
          "HTTP call",
          "Integration",
          "Calls an HTTP endpoint and returns status, headers and body of its answer.",
          "globe",
          HttpSchemas.parse(
              """
              {
                "type": "object",
                "properties": {
                  "url": {"type": "string", "description": "URL; or use connection and path"},
                  "connection": {"type": "string"}, "path": {"type": "string"},
                  "method": {"type": "string", "default": "GET"},
                  "query": {"type": "object"}, "headers": "HEADERS",
                  "body": true,
                  "bodyType": {"enum": ["json", "text", "form", "xml", "base64"]},
                  "auth": "AUTH",
                  "successStatus": {"type": ["array", "integer", "string"], "default": "2xx"},
                  "errors": {"type": "object", "description": "Error names by status",
                             "additionalProperties": {"type": "string"}},
                  "followRedirects": {"type": ["boolean", "integer"], "maximum": 3},
                  "pagination": {
                    "type": "object",
                    "properties": {
                      "next": {"type": "string", "default": "link"},
                      "parameter": {"type": "string"},
                      "items": {"type": "string", "default": "$"},
                      "maxPages": {"type": "integer", "minimum": 1, "maximum": 100}
                    },
                    "additionalProperties": false
                  }
                },
                "oneOf": [{"required": ["url"]}, {"required": ["connection"]}],
                "additionalProperties": false
              }
              """),
          JsonBool.TRUE,
          Json.parse(
              """
              {
                "type": "object",
                "required": ["status", "headers", "body"],
                "properties": {
                  "status": {"type": "integer"}, "headers": {"type": "object"}, "body": true,
                  "pages": {"type": "integer"},
                  "more": {"type": "boolean", "description": "True if maxPages ended it"}
                }
              }
              """),
          HttpErrors.ALL,
          EffectScope.EXTERNAL,
          Optional.of(HttpCalls.TIMEOUT));

  private final HttpCalls http;

  /** Creates the handler. */
  public HttpCallout(HttpCalls http) {
    this.http = http;
  }

  @Override
  public HandlerDescriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Optional<String> downstream(HandlerCall call) throws HandlerException {
    return Optional.of(HttpTarget.of(call, HandlerSettings.of(call), "url").url().hostAndPort());
  }

  @Override
  public Json handle(HandlerCall call) throws HandlerException {
    HandlerSettings settings = HandlerSettings.of(call);
    CallDeadline deadline = http.deadline(call);
    HttpTarget target = HttpTarget.of(call, settings, "url").withQuery(settings.texts("query"));
    RequestDraft draft =
        new RequestDraft(
            settings.text("method").orElse("GET").toUpperCase(Locale.ROOT),
            target,
            settings.texts("headers"),
            RequestBody.of(settings),
            redirects(settings),
            RequestAuth.of(settings, target),
            call.idempotencyKey());
    StatusRules rules = StatusRules.of(settings);
    Optional<Pagination> pagination = Pagination.of(settings);
    return AnswerContent.forState(
        pagination.isPresent()
            ? pages(call, draft, rules, pagination.get(), deadline)
            : result(success(call, draft, rules, deadline)));
  }

  private static int redirects(HandlerSettings settings) throws HandlerException {
    Optional<Json> wanted = settings.value("followRedirects");
    if (wanted.isPresent() && wanted.get() instanceof JsonBool) {
      return wanted.get().isTrue() ? OutgoingRequest.MAX_REDIRECTS : 0;
    }
    return settings.number("followRedirects", 0, 0, OutgoingRequest.MAX_REDIRECTS);
  }

  private HttpAnswer success(
      HandlerCall call, RequestDraft draft, StatusRules rules, CallDeadline deadline)
      throws HandlerException {
    HttpAnswer answer = http.send(call, draft, deadline);
    Optional<String> mapped = rules.errorOf(answer.status());
    if (mapped.isPresent()) {
      throw HttpErrors.of(call.services(), mapped.get(), draft.method(), answer);
    }
    if (!rules.isSuccess(answer.status())) {
      throw HttpErrors.of(call.services(), draft.method(), answer);
    }
    return answer;
  }

  private Json pages(
      HandlerCall call,
      RequestDraft first,
      StatusRules rules,
      Pagination pagination,
      CallDeadline deadline)
      throws HandlerException {
    List<Json> items = new ArrayList<>();
    long bytes = 0;
    RequestDraft draft = first;
    for (int page = 1; ; page++) {
      HttpAnswer answer = success(call, draft, rules, deadline);
      Json body = AnswerContent.body(answer);
      for (Json item : pagination.itemsOf(body)) {
        items.add(item);
        bytes += item.size();
      }
      HttpTarget target = first.target();
      Optional<HttpUrl> next = pagination.nextOf(target.url(), answer, body);
      if (next.isEmpty()
          || page == pagination.maxPages()
          || bytes > AnswerContent.MAX_STATE_BYTES) {
        return result(answer)
            .with("body", JsonArray.of(items))
            .with("pages", JsonNumber.of(page))
            .with("more", Json.of(next.isPresent()));
      }
      draft = first.page(new HttpTarget(next.get(), target.permission(), target.auth()), page + 1);
    }
  }

  private static JsonObject result(HttpAnswer answer) {
    return JsonObject.builder()
        .put("status", Json.of(answer.status()))
        .put("headers", AnswerContent.headers(answer))
        .put("body", AnswerContent.body(answer))
        .build();
  }
}
