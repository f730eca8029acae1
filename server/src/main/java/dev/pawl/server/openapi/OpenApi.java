package dev.pawl.server.openapi;

import dev.pawl.sdk.Json;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** All doors of the API as one document, the same for the same code. */
final class OpenApi {

  private OpenApi() {}

  static Json of(RequestMappingHandlerMapping doors) {
    Schemas schemas = new Schemas();
    Operations operations = new Operations(schemas);
    Map<String, Map<String, Object>> paths = new TreeMap<>();
    methods(doors)
        .forEach(
            (door, method) -> {
              String verb = door.substring(door.indexOf(' ') + 1);
              String pattern = door.substring(0, door.indexOf(' '));
              paths
                  .computeIfAbsent(Operations.path(pattern), path -> new LinkedHashMap<>())
                  .put(
                      verb.toLowerCase(java.util.Locale.ROOT),
                      operations.of(verb, pattern, method));
            });
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("openapi", "3.1.0");
    document.put("info", Map.of("title", "Pawl", "version", "1"));
    document.put("security", List.of(Map.of("key", List.of())));
    document.put("paths", paths);
    document.put("components", components(schemas));
    return sorted(Json.ofJava(document));
  }

  /** By path, then verb, so that the document does not depend on the order of loading. */
  private static Map<String, Method> methods(RequestMappingHandlerMapping doors) {
    Map<String, Method> methods = new TreeMap<>();
    doors
        .getHandlerMethods()
        .forEach(
            (RequestMappingInfo info, org.springframework.web.method.HandlerMethod handler) -> {
              for (String pattern : info.getPatternValues()) {
                for (RequestMethod verb : info.getMethodsCondition().getMethods()) {
                  if (pattern.startsWith("/api/")) {
                    methods.put(pattern + " " + verb, handler.getMethod());
                  }
                }
              }
            });
    return methods;
  }

  private static Map<String, Object> components(Schemas schemas) {
    Map<String, Object> all = new TreeMap<>(schemas.named());
    all.put("Problem", problem());
    Map<String, Object> components = new LinkedHashMap<>();
    components.put("schemas", all);
    components.put(
        "responses",
        Map.of(
            "Problem",
            Map.of(
                "description",
                "Not done, and why (RFC 9457).",
                "content",
                Map.of(
                    "application/problem+json",
                    Map.of("schema", Map.of("$ref", "#/components/schemas/Problem"))))));
    components.put("securitySchemes", Map.of("key", Map.of("type", "http", "scheme", "bearer")));
    return components;
  }

  private static Map<String, Object> problem() {
    Map<String, Object> text = Schemas.type("string");
    return Map.of(
        "type",
        "object",
        "properties",
        Map.of(
            "type",
            text,
            "title",
            text,
            "status",
            Schemas.type("integer"),
            "detail",
            text,
            "instance",
            text,
            "code",
            text,
            "errors",
            Map.of("type", "array", "items", Map.of("type", "object"))),
        "required",
        List.of("title", "status", "code"));
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
