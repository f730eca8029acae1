package dev.pawl.server.access;

import dev.pawl.server.web.Listing;
import dev.pawl.server.web.OfFlow;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * Takes out of every list the flows, and what is of flows, that the caller's key does not reach;
 * what is of none was let through at the door. A page may get shorter than what was asked for;
 * where it ends stays the same.
 */
@RestControllerAdvice
final class SiftedLists implements ResponseBodyAdvice<Object> {

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
    if (!(body instanceof Listing<?> page)
        || !(request instanceof ServletServerHttpRequest servlet)) {
      return body;
    }
    Optional<Caller> limited =
        Doorkeeper.known(servlet.getServletRequest())
            .filter(caller -> caller.scope().isLimitedToFlows());
    return limited.isEmpty()
        ? body
        : new Listing<>(sifted(page.items(), limited.get()), page.next());
  }

  private static List<?> sifted(List<?> items, Caller caller) {
    return items.stream()
        .filter(item -> !(item instanceof OfFlow one) || caller.scope().hasFlow(one.itsFlow()))
        .toList();
  }
}
