package dev.pawl.server.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Looks for a request's handler among those of its method whose paths have as many parts, and the
 * same last one unless that is a variable for one of them. Left to itself, Spring tries every
 * handler there is wherever a path has a variable in it, which was a fifteenth of what the server
 * did under load. What is not found here it still looks for so.
 */
final class HandlersByShape extends RequestMappingHandlerMapping {

  /** Shapes of which a path ends with a variable. */
  private final Set<String> open = ConcurrentHashMap.newKeySet();

  @Override
  protected Set<String> getDirectPaths(RequestMappingInfo handler) {
    return handler.getPatternValues().stream()
        .flatMap(
            path ->
                handler.getMethodsCondition().getMethods().stream()
                    .flatMap(method -> keys(shape(method.name(), path), last(path))))
        .collect(Collectors.toSet());
  }

  private Stream<String> keys(String shape, String last) {
    if (last.contains("{") || last.contains("*")) {
      open.add(shape);
    }
    return Stream.of(shape, shape + last);
  }

  @Override
  protected String initLookupPath(HttpServletRequest request) {
    String path = super.initLookupPath(request);
    String shape = shape(request.getMethod(), path);
    return open.contains(shape) || path.indexOf('%') >= 0 ? shape : shape + last(path);
  }

  private static String last(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String shape(String method, String path) {
    int parts = 0;
    for (int at = 0; at < path.length(); at++) {
      parts += path.charAt(at) == '/' ? 1 : 0;
    }
    return method + parts + '/';
  }
}
