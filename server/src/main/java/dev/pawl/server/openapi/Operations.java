package dev.pawl.server.openapi;

import dev.pawl.sdk.Json;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Endpoints;
import dev.pawl.server.access.OpenAccess;
import dev.pawl.server.access.Permission;
import dev.pawl.server.web.ApiStatus;
import dev.pawl.server.web.RawBody;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ValueConstants;

/** Describes endpoints as operations of OpenAPI. */
final class Operations {

  private static final Set<HttpStatus> COMMON_PROBLEMS =
      EnumSet.of(
          HttpStatus.BAD_REQUEST,
          HttpStatus.UNAUTHORIZED,
          HttpStatus.FORBIDDEN,
          HttpStatus.NOT_ACCEPTABLE,
          HttpStatus.TOO_MANY_REQUESTS,
          HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
          HttpStatus.INTERNAL_SERVER_ERROR,
          HttpStatus.SERVICE_UNAVAILABLE);

  private static final Set<HttpStatus> WRITE_PROBLEMS =
      EnumSet.of(
          HttpStatus.CONFLICT,
          HttpStatus.CONTENT_TOO_LARGE,
          HttpStatus.UNSUPPORTED_MEDIA_TYPE,
          HttpStatus.UNPROCESSABLE_CONTENT);

  private static final Set<HttpStatus> KEY_PROBLEMS =
      EnumSet.of(HttpStatus.UNAUTHORIZED, HttpStatus.FORBIDDEN);

  /** Statuses whose answer has a Retry-After header. */
  private static final Set<HttpStatus> RETRYABLE_PROBLEMS =
      EnumSet.of(HttpStatus.TOO_MANY_REQUESTS, HttpStatus.SERVICE_UNAVAILABLE);

  private final Schemas schemas;
  private final Endpoints endpoints;

  Operations(Schemas schemas, Endpoints endpoints) {
    this.schemas = schemas;
    this.endpoints = endpoints;
  }

  Map<String, Object> of(ApiOperation endpoint) {
    String area = endpoint.method().getDeclaringClass().getPackageName();
    Optional<Permission> permission = endpoints.permission(endpoint.name());
    Map<String, Object> operation = new LinkedHashMap<>();
    operation.put("operationId", endpoint.id());
    operation.put("tags", List.of(area.substring(area.lastIndexOf('.') + 1)));
    operation.put("summary", endpoints.summary(endpoint.name()).orElseThrow());
    operation.put("description", description(endpoint, permission));
    if (permission.isEmpty()) {
      operation.put("security", List.of());
    }
    List<Object> parameters = new ArrayList<>();
    for (Parameter parameter : endpoint.method().getParameters()) {
      parameter(parameter)
          .map(made -> ParameterDescriptions.add(endpoint, made))
          .ifPresent(parameters::add);
      if (parameter.isAnnotationPresent(RequestBody.class)) {
        operation.put("requestBody", body(parameter));
      }
    }
    RawBody raw = endpoint.method().getAnnotation(RawBody.class);
    if (raw != null) {
      operation.put("requestBody", raw(raw));
    }
    if (endpoint.isWrite() && parameters.stream().noneMatch(Operations::isKey)) {
      parameters.add(
          ParameterDescriptions.add(
              endpoint, parameter("header", "Idempotency-Key", false, Schemas.type("string"))));
    }
    if (!parameters.isEmpty()) {
      operation.put("parameters", parameters);
    }
    operation.put("responses", responses(endpoint));
    return operation;
  }

  private static boolean isKey(Object parameter) {
    return parameter instanceof Map<?, ?> map && "Idempotency-Key".equals(map.get("name"));
  }

  /** Returns the description of a parameter; empty if its value does not come from the request. */
  private Optional<Map<String, Object>> parameter(Parameter parameter) {
    if (parameter.getType() == Caller.class) {
      return Optional.empty();
    }
    Map<String, Object> schema =
        Schemas.limited(parameter, schemas.of(parameter.getParameterizedType()));
    RequestParam query = parameter.getAnnotation(RequestParam.class);
    RequestHeader header = parameter.getAnnotation(RequestHeader.class);
    if (parameter.isAnnotationPresent(PathVariable.class)) {
      return Optional.of(parameter("path", parameter.getName(), true, schema));
    }
    if (query != null) {
      boolean given = !query.defaultValue().equals(ValueConstants.DEFAULT_NONE);
      Map<String, Object> full = new LinkedHashMap<>(schema);
      if (given && !query.defaultValue().isEmpty()) {
        full.put("default", value(parameter.getType(), query.defaultValue()));
      }
      String name = query.name().isEmpty() ? parameter.getName() : query.name();
      return Optional.of(parameter("query", name, query.required() && !given, full));
    }
    return Optional.ofNullable(header)
        .map(one -> parameter("header", one.name(), one.required(), schema));
  }

  private static Object value(Class<?> type, String text) {
    if (type == int.class) {
      return Integer.valueOf(text);
    }
    if (type == long.class) {
      return Long.valueOf(text);
    }
    return type == boolean.class ? Boolean.valueOf(text) : text;
  }

  private static Map<String, Object> parameter(
      String in, String name, boolean required, Map<String, Object> schema) {
    Map<String, Object> parameter = new LinkedHashMap<>();
    parameter.put("name", name);
    parameter.put("in", in);
    parameter.put("required", required);
    parameter.put("schema", schema);
    return parameter;
  }

  private Map<String, Object> body(Parameter parameter) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("required", parameter.getAnnotation(RequestBody.class).required());
    body.put(
        "content",
        content(MediaType.APPLICATION_JSON, schemas.of(parameter.getParameterizedType())));
    return body;
  }

  private static String description(ApiOperation endpoint, Optional<Permission> permission) {
    return permission
        .map(needed -> "Needs the permission " + needed + ".")
        .orElse(
            authenticates(endpoint)
                ? "Needs what the trigger of the flow says: a key, a signature, or nothing."
                : "Needs no key.");
  }

  private static boolean authenticates(ApiOperation endpoint) {
    OpenAccess open = endpoint.method().getAnnotation(OpenAccess.class);
    return open != null && open.authenticates();
  }

  private static Map<String, Object> raw(RawBody raw) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", Map.of("description", "Any JSON value."));
    json.put("example", Objects.requireNonNull(Json.parse(raw.example()).toJava()));
    Map<String, Object> content = new LinkedHashMap<>();
    content.put(MediaType.APPLICATION_JSON_VALUE, json);
    content.put(MediaType.TEXT_PLAIN_VALUE, Map.of("schema", Schemas.type("string")));
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("required", false);
    body.put("description", raw.value());
    body.put("content", content);
    return body;
  }

  private Map<String, Object> responses(ApiOperation endpoint) {
    Map<String, Object> responses = new TreeMap<>();
    Type answer = endpoint.method().getGenericReturnType();
    boolean wrapped =
        answer instanceof ParameterizedType type && type.getRawType() == ResponseEntity.class;
    Type inner = wrapped ? ((ParameterizedType) answer).getActualTypeArguments()[0] : answer;
    ApiStatus answers = endpoint.method().getAnnotation(ApiStatus.class);
    int[] statuses = answers == null ? new int[] {HttpStatus.OK.value()} : answers.value();
    for (int i = 0; i < statuses.length; i++) {
      Type body = answers == null || answers.as().length == 0 ? inner : answers.as()[i];
      responses.put(
          Integer.toString(statuses[i]), good(endpoint, HttpStatus.valueOf(statuses[i]), body));
    }
    for (HttpStatus status : problems(endpoint)) {
      String kind = RETRYABLE_PROBLEMS.contains(status) ? "Later" : "Problem";
      responses.put(
          Integer.toString(status.value()), Map.of("$ref", "#/components/responses/" + kind));
    }
    return responses;
  }

  private Map<String, Object> good(ApiOperation endpoint, HttpStatus status, Type body) {
    Map<String, Object> good = new LinkedHashMap<>();
    good.put("description", status.getReasonPhrase());
    if (body == Void.class || status == HttpStatus.NO_CONTENT) {
      return good;
    }
    if (endpoint.isStream()) {
      good.put("content", content(MediaType.TEXT_EVENT_STREAM, Schemas.type("string")));
    } else {
      MediaType type = endpoint.type().orElse(MediaType.APPLICATION_JSON);
      good.put("content", content(type, schemas.of(body)));
    }
    return good;
  }

  /** Returns the statuses with which a request to this endpoint can be refused. */
  private Set<HttpStatus> problems(ApiOperation endpoint) {
    Set<HttpStatus> problems = EnumSet.copyOf(COMMON_PROBLEMS);
    if (endpoints.permission(endpoint.name()).isEmpty() && !authenticates(endpoint)) {
      problems.removeAll(KEY_PROBLEMS);
    }
    if (endpoint.path().contains("{")) {
      problems.add(HttpStatus.NOT_FOUND);
    }
    // The history of an execution cannot be read, or a position in a stream is too old.
    if (endpoint.path().contains("/executions/{id}") || endpoint.isStream()) {
      problems.add(HttpStatus.CONFLICT);
    }
    if (endpoint.isWrite()) {
      problems.addAll(WRITE_PROBLEMS);
    }
    return problems;
  }

  private static Map<String, Object> content(MediaType type, Map<String, Object> schema) {
    return Map.of(type.getType() + "/" + type.getSubtype(), Map.of("schema", schema));
  }
}
