package dev.pawl.server.access;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;

/**
 * The table of all endpoints, collected from the annotations {@link RequiresPermission} and {@link
 * OpenAccess} of the controllers. Authorization, the page of roles and the description of the API
 * read it.
 */
public final class Endpoints {

  /** The path of starts of executions. */
  public static final String START = "/api/flows/{flow}/execute";

  /** The path of starts of tests. */
  public static final String TEST = "/api/flows/{flow}/test";

  /** The path of retries, which start executions too. */
  public static final String RETRY = "/api/flows/executions/{id}/retry";

  /** What the paths of webhooks begin with. */
  public static final String WEBHOOKS = "/api/webhooks/";

  private static final Pattern STARTS =
      Pattern.compile((START + "|" + TEST).replaceAll("\\{\\w+}", "[^/]+") + "|" + WEBHOOKS + ".*");

  /**
   * The declaration of one endpoint.
   *
   * @param permission empty if the endpoint is open
   * @param summary empty if the endpoint is not part of the API description
   */
  record Endpoint(Optional<Permission> permission, Optional<String> summary, FlowScope flowScope) {}

  private final SortedMap<String, Endpoint> table;

  private Endpoints(SortedMap<String, Endpoint> table) {
    this.table = Collections.unmodifiableSortedMap(table);
  }

  /**
   * Collects the endpoints of controllers.
   *
   * @throws IllegalStateException if a mapped method does not declare its access
   */
  public static Endpoints of(Stream<Class<?>> controllers) {
    SortedMap<String, Endpoint> table = new TreeMap<>();
    controllers.forEach(
        controller ->
            MethodIntrospector.selectMethods(
                    controller,
                    (Method method) ->
                        AnnotatedElementUtils.findMergedAnnotation(method, RequestMapping.class))
                .forEach(
                    (method, mapping) -> {
                      Endpoint endpoint = declared(method);
                      names(mapping).forEach(name -> table.put(name, endpoint));
                    }));
    return new Endpoints(table);
  }

  private static Stream<String> names(RequestMapping mapping) {
    return Stream.of(mapping.path())
        .flatMap(path -> Stream.of(mapping.method()).map(method -> name(method, path)));
  }

  static String name(RequestMethod method, String path) {
    return method + " " + path;
  }

  private static Endpoint declared(Method method) {
    RequiresPermission access = method.getAnnotation(RequiresPermission.class);
    OpenAccess open = method.getAnnotation(OpenAccess.class);
    if ((access == null) == (open == null)) {
      throw new IllegalStateException(
          "%s must have one of the annotations @RequiresPermission and @OpenAccess"
              .formatted(method));
    }
    return access != null
        ? new Endpoint(
            Optional.of(access.value()), Optional.of(access.summary()), access.flowScope())
        : new Endpoint(
            Optional.empty(),
            Optional.of(open.summary()).filter(text -> !text.isEmpty()),
            FlowScope.NO_FLOW);
  }

  /** Returns true for a start of an execution or a test, before a handler is looked up. */
  public static boolean isStart(HttpServletRequest request) {
    return request.getMethod().equals("POST") && STARTS.matcher(request.getRequestURI()).matches();
  }

  Optional<Endpoint> find(String name) {
    return Optional.ofNullable(table.get(name));
  }

  /** Returns the permission that an endpoint needs; empty if it is open or unknown. */
  public Optional<Permission> permission(String name) {
    return find(name).flatMap(Endpoint::permission);
  }

  /** Returns the summary of an endpoint; empty if it is not part of the API description. */
  public Optional<String> summary(String name) {
    return find(name).flatMap(Endpoint::summary);
  }

  /** Returns the names, method and path pattern, of all endpoints that need a permission. */
  public Set<String> names() {
    return table.entrySet().stream()
        .filter(entry -> entry.getValue().permission().isPresent())
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the path patterns of all endpoints that need no permission. */
  public Set<String> openPaths() {
    return table.entrySet().stream()
        .filter(entry -> entry.getValue().permission().isEmpty())
        .map(entry -> entry.getKey().substring(entry.getKey().indexOf(' ') + 1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the names of all endpoints. */
  Set<String> all() {
    return table.keySet();
  }
}
