package dev.pawl.server.access;

import dev.pawl.server.web.FlowScoped;
import dev.pawl.server.web.Listing;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * Removes from every list the items of flows that are out of the scope of the caller's key. A page
 * may therefore be shorter than its limit; its cursor stays the same.
 */
@RestControllerAdvice
final class FlowScopeAdvice implements ResponseBodyAdvice<Object> {

  @Override
  public boolean supports(
      MethodParameter answer, Class<? extends HttpMessageConverter<?>> converter) {
    return answer.getParameterType() == Listing.class;
  }

  @Override
  public @Nullable Object beforeBodyWrite(
      @Nullable Object body,
      MethodParameter answer,
      MediaType type,
      Class<? extends HttpMessageConverter<?>> converter,
      ServerHttpRequest request,
      ServerHttpResponse response) {
    Optional<Caller> limited = Caller.current().filter(caller -> caller.scope().isLimitedToFlows());
    return limited.isPresent() && body instanceof Listing<?> page
        ? new Listing<>(inScope(page.items(), limited.get()), page.next())
        : body;
  }

  private static List<?> inScope(List<?> items, Caller caller) {
    return items.stream()
        .filter(item -> !(item instanceof FlowScoped one) || caller.scope().hasFlow(one.flowCode()))
        .toList();
  }
}
