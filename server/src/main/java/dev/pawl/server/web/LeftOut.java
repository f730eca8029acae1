package dev.pawl.server.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * Parameters and headers that a request leaves out, as most requests do. What they are then is
 * always the same, and Spring is asked for it once; nobody may change it.
 */
final class LeftOut implements HandlerMethodArgumentResolver {

  private final HandlerMethodArgumentResolver others;
  private final Map<MethodParameter, Optional<Object>> usual = new ConcurrentHashMap<>();

  /**
   * @param others reads what is said
   */
  LeftOut(HandlerMethodArgumentResolver others) {
    this.others = others;
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.hasParameterAnnotation(RequestParam.class)
        || parameter.hasParameterAnnotation(RequestHeader.class);
  }

  @Override
  public @Nullable Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest exchange,
      @Nullable WebDataBinderFactory binders)
      throws Exception {
    HttpServletRequest request =
        Objects.requireNonNull(exchange.getNativeRequest(HttpServletRequest.class));
    if (!isLeftOut(parameter, request)) {
      return others.resolveArgument(parameter, container, exchange, binders);
    }
    Optional<Object> known = usual.get(parameter);
    if (known == null) {
      // One that must not be left out is refused here, and so never known.
      known = Optional.ofNullable(others.resolveArgument(parameter, container, exchange, binders));
      usual.put(parameter, known);
    }
    return known.orElse(null);
  }

  private static boolean isLeftOut(MethodParameter parameter, HttpServletRequest request) {
    RequestHeader header = parameter.getParameterAnnotation(RequestHeader.class);
    return header == null
        ? request.getQueryString() == null && !mayBeForm(request.getContentType())
        : !header.name().isEmpty() && request.getHeader(header.name()) == null;
  }

  /** The body of a form has parameters too. */
  private static boolean mayBeForm(@Nullable String contentType) {
    return contentType != null && !contentType.equals(MediaType.APPLICATION_JSON_VALUE);
  }
}
