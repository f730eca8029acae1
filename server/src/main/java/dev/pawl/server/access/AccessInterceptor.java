package dev.pawl.server.access;

import dev.pawl.server.problem.ApiException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Checks the permission of the caller for the endpoint that Spring MVC has chosen, and injects the
 * {@link Caller} into controller methods.
 */
final class AccessInterceptor implements HandlerInterceptor, HandlerMethodArgumentResolver {

  private final Endpoints endpoints;
  private final FlowScopeCheck scopes;

  AccessInterceptor(Endpoints endpoints, FlowScopeCheck scopes) {
    this.endpoints = endpoints;
    this.scopes = scopes;
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (!(handler instanceof HandlerMethod)) {
      return true; // no controller method matches; Spring responds with 404
    }
    if (request.getMethod().equals("OPTIONS")) {
      // Spring responds with the allowed methods, which every caller may know.
      response.setStatus(HttpServletResponse.SC_NO_CONTENT);
      return true;
    }
    String pattern =
        String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE));
    // HEAD needs the same permission as GET.
    String method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
    Endpoints.Endpoint endpoint =
        endpoints
            .find(method + " " + pattern)
            .orElseThrow(() -> ApiException.forbidden("this endpoint cannot be called"));
    if (endpoint.permission().isEmpty()) {
      return true;
    }
    Permission permission = endpoint.permission().get();
    Caller caller = Caller.current().orElseThrow();
    if (!caller.may(permission)) {
      throw ApiException.forbidden(
          "this key may not do that; it needs the permission " + permission);
    }
    scopes.check(caller, endpoint.flowScope(), pattern, variables(request));
    return true;
  }

  private static Map<?, ?> variables(HttpServletRequest request) {
    return (Map<?, ?>) request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == Caller.class;
  }

  @Override
  public Caller resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binders) {
    return Caller.current().orElseThrow();
  }
}
