package dev.pawl.server.access;

import dev.pawl.server.problem.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/** Lets through who may go through, and tells those inside who that is. */
public final class Doorkeeper implements HandlerInterceptor, HandlerMethodArgumentResolver {

  private static final String CALLER = Doorkeeper.class.getName() + ".caller";

  private final FlowsInReach inReach;

  Doorkeeper(FlowsInReach inReach) {
    this.inReach = inReach;
  }

  static void introduce(HttpServletRequest request, Caller caller) {
    request.setAttribute(CALLER, caller);
  }

  /** Who calls, behind the filter of keys. */
  public static Caller caller(HttpServletRequest request) {
    return known(request)
        .orElseThrow(() -> new IllegalStateException("nobody was asked for a key here"));
  }

  /** Who calls, if that is known. */
  public static Optional<Caller> known(HttpServletRequest request) {
    return Optional.ofNullable((Caller) request.getAttribute(CALLER));
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (!(handler instanceof HandlerMethod)) {
      return true; // nothing is there, which Spring says
    }
    if (request.getMethod().equals("OPTIONS")) {
      // Spring says what else may be asked there; that is no secret, and all there is to say.
      response.setStatus(HttpServletResponse.SC_NO_CONTENT);
      return true;
    }
    Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
    // The head of an answer takes what the answer takes.
    String method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
    String door = method + " " + pattern;
    Optional<Permission> needed = Doors.permission(door);
    if (needed.isEmpty() || !caller(request).may(needed.get())) {
      throw Refusal.forbidden(
          "this key may not do that"
              + needed.map(permission -> "; it needs the permission " + permission).orElse(""));
    }
    inReach.check(caller(request), door, request);
    return true;
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
    return caller(Objects.requireNonNull(request.getNativeRequest(HttpServletRequest.class)));
  }
}
