package dev.pawl.server.openapi;

import dev.pawl.sdk.Json;
import dev.pawl.server.access.Endpoints;
import dev.pawl.server.problem.FindingView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Generates the OpenAPI document of all endpoints; the same code gives the same document. */
final class OpenApi {

  private static final Map<String, Object> RETRY_AFTER =
      Map.of(
          HttpHeaders.RETRY_AFTER,
          Map.of(
              "description",
              "Seconds to wait before the next attempt.",
              "schema",
              Schemas.type("integer")));

  private OpenApi() {}

  static Json of(RequestMappingHandlerMapping mapping, Endpoints endpoints) {
    Schemas schemas = new Schemas();
    Operations operations = new Operations(schemas, endpoints);
    Map<String, Map<String, Object>> paths = new TreeMap<>();
    for (ApiOperation endpoint : described(mapping, endpoints)) {
      paths
          .computeIfAbsent(endpoint.documentedPath(), path -> new LinkedHashMap<>())
          .put(endpoint.verb().toLowerCase(Locale.ROOT), operations.of(endpoint));
    }
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("openapi", "3.1.0");
    document.put(
        "info",
        Map.of(
            "title",
            "Pawl",
            "version",
            "1",
            "description",
            "Durable workflows on PostgreSQL: flows, executions, workers and administration."));
    document.put("security", List.of(Map.of("key", List.of())));
    document.put("paths", paths);
    document.put("components", components(schemas));
    return sorted(Json.ofJava(document));
  }

  /** Returns the endpoints sorted by path and verb, since their order at run time varies. */
  private static List<ApiOperation> described(
      RequestMappingHandlerMapping mapping, Endpoints endpoints) {
    List<ApiOperation> described = new ArrayList<>();
    mapping
        .getHandlerMethods()
        .forEach(
            (RequestMappingInfo info, HandlerMethod handler) -> {
              Set<MediaType> types = info.getProducesCondition().getProducibleMediaTypes();
              for (String pattern : info.getPatternValues()) {
                for (RequestMethod verb : info.getMethodsCondition().getMethods()) {
                  ApiOperation endpoint =
                      new ApiOperation(
                          verb.name(), pattern, handler.getMethod(), types.stream().findFirst());
                  if (endpoints.summary(endpoint.name()).isPresent()) {
                    described.add(endpoint);
                  }
                }
              }
            });
    described.sort(Comparator.comparing(ApiOperation::path).thenComparing(ApiOperation::verb));
    return described;
  }

  private static Map<String, Object> components(Schemas schemas) {
    Map<String, Object> problem = problem(schemas);
    Map<String, Object> all = new TreeMap<>(schemas.named());
    all.put("Problem", problem);
    Map<String, Object> components = new LinkedHashMap<>();
    components.put("schemas", all);
    components.put(
        "responses",
        Map.of(
            "Problem", answer("The request was refused; the body says why (RFC 9457).", Map.of()),
            "Later",
                answer(
                    "The request was refused; the same request may succeed later.", RETRY_AFTER)));
    components.put("securitySchemes", Map.of("key", Map.of("type", "http", "scheme", "bearer")));
    return components;
  }

  private static Map<String, Object> answer(String description, Map<String, Object> headers) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("description", description);
    if (!headers.isEmpty()) {
      answer.put("headers", headers);
    }
    answer.put(
        "content",
        Map.of(
            "application/problem+json",
            Map.of("schema", Map.of("$ref", "#/components/schemas/Problem"))));
    return answer;
  }

  private static Map<String, Object> problem(Schemas schemas) {
    Map<String, Object> text = Schemas.type("string");
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(
        "type", field(text, "URI of the kind of problem; always about:blank.", "about:blank"));
    properties.put("title", field(text, "Name of the HTTP status.", "Not Found"));
    properties.put(
        "detail", field(text, "What is wrong and what to do.", "there is no flow 'order-sagaa'"));
    properties.put("instance", field(text, "Path of the request.", "/api/flows/order-sagaa"));
    properties.put("code", field(text, "Code of the problem, which does not change.", "not-found"));
    properties.put("status", field(Schemas.type("integer"), "HTTP status of the answer.", 404));
    Map<String, Object> errors = new LinkedHashMap<>();
    errors.put("type", "array");
    errors.put("items", schemas.of(FindingView.class));
    errors.put("description", "Errors and warnings about a definition, if that is the problem.");
    properties.put("errors", errors);
    return Map.of(
        "type", "object", "properties", properties, "required", List.of("title", "status", "code"));
  }

  private static Map<String, Object> field(
      Map<String, Object> schema, String description, Object example) {
    Map<String, Object> field = new LinkedHashMap<>(schema);
    field.put("description", description);
    field.put("examples", List.of(example));
    return field;
  }

  /** Sorts all members, because the iteration order of Java maps varies. */
  private static Json sorted(Json json) {
    Object value = json.toJava();
    return Json.ofJava(sorted(Objects.requireNonNull(value)));
  }

  private static Object sorted(Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        Map<String, Object> copy = new TreeMap<>();
        map.forEach((name, one) -> copy.put(String.valueOf(name), one == null ? "" : sorted(one)));
        yield copy;
      }
      case List<?> list -> list.stream().map(one -> sorted((Object) one)).toList();
      default -> value;
    };
  }
}
