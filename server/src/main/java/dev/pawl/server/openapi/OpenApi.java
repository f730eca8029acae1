package dev.pawl.server.openapi;

import dev.pawl.sdk.Json;
import dev.pawl.server.access.Doors;
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

/** All doors of the API as one document, the same for the same code. */
final class OpenApi {

  private static final Map<String, Object> RETRY_AFTER =
      Map.of(
          HttpHeaders.RETRY_AFTER,
          Map.of("description", "In how many seconds.", "schema", Schemas.type("integer")));

  private OpenApi() {}

  static Json of(RequestMappingHandlerMapping doors) {
    Schemas schemas = new Schemas();
    Operations operations = new Operations(schemas);
    Map<String, Map<String, Object>> paths = new TreeMap<>();
    for (Door door : described(doors)) {
      paths
          .computeIfAbsent(door.path(), path -> new LinkedHashMap<>())
          .put(door.verb().toLowerCase(Locale.ROOT), operations.of(door));
    }
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("openapi", "3.1.0");
    document.put("info", Map.of("title", "Pawl", "version", "1"));
    document.put("security", List.of(Map.of("key", List.of())));
    document.put("paths", paths);
    document.put("components", components(schemas));
    return sorted(Json.ofJava(document));
  }

  /** By path, then verb, so that the document does not depend on the order of loading. */
  private static List<Door> described(RequestMappingHandlerMapping mapping) {
    List<Door> described = new ArrayList<>();
    mapping
        .getHandlerMethods()
        .forEach(
            (RequestMappingInfo info, HandlerMethod handler) -> {
              Set<MediaType> types = info.getProducesCondition().getProducibleMediaTypes();
              for (String pattern : info.getPatternValues()) {
                for (RequestMethod verb : info.getMethodsCondition().getMethods()) {
                  Door door =
                      new Door(
                          verb.name(), pattern, handler.getMethod(), types.stream().findFirst());
                  if (Doors.summary(door.name()).isPresent()) {
                    described.add(door);
                  }
                }
              }
            });
    described.sort(Comparator.comparing(Door::path).thenComparing(Door::verb));
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
            "Problem", answer("Not done, and why (RFC 9457).", Map.of()),
            "Later", answer("Not done, and why; the same may be done later.", RETRY_AFTER)));
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
    for (String name : List.of("type", "title", "detail", "instance", "code")) {
      properties.put(name, text);
    }
    properties.put("status", Schemas.type("integer"));
    properties.put("errors", Map.of("type", "array", "items", schemas.of(FindingView.class)));
    return Map.of(
        "type", "object", "properties", properties, "required", List.of("title", "status", "code"));
  }

  /** Maps of Java come in any order; what is generated must not. */
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
