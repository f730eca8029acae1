package dev.pawl.server.web;

import dev.pawl.server.problem.ApiException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** Refuses unknown query parameters: a misspelt filter would otherwise match everything. */
final class KnownParameters implements HandlerInterceptor {

  private final Map<Method, Set<String>> known = new ConcurrentHashMap<>();

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    String query = request.getQueryString();
    if (query == null || query.isEmpty() || !(handler instanceof HandlerMethod endpoint)) {
      return true;
    }
    Set<String> names = known.computeIfAbsent(endpoint.getMethod(), KnownParameters::names);
    Set<String> unknown = new TreeSet<>(namesIn(query));
    unknown.removeAll(names);
    if (!unknown.isEmpty()) {
      throw ApiException.malformed(
          "there is no parameter "
              + String.join(", ", unknown)
              + "; "
              + (names.isEmpty()
                  ? "this endpoint has none"
                  : "there are " + String.join(", ", names)));
    }
    return true;
  }

  private static Set<String> namesIn(String query) {
    Set<String> names = new TreeSet<>();
    for (String pair : query.split("&")) {
      String name = pair.split("=", 2)[0];
      try {
        names.add(URLDecoder.decode(name, StandardCharsets.UTF_8));
      } catch (IllegalArgumentException e) {
        throw ApiException.malformed("the query cannot be read");
      }
    }
    names.remove("");
    return names;
  }

  static Set<String> names(Method method) {
    Set<String> names = new TreeSet<>();
    for (Parameter parameter : method.getParameters()) {
      RequestParam asked = parameter.getAnnotation(RequestParam.class);
      if (asked != null) {
        names.add(asked.name().isEmpty() ? parameter.getName() : asked.name());
      }
    }
    return names;
  }
}
