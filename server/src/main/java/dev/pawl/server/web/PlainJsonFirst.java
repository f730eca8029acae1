package dev.pawl.server.web;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.HandlerMethodArgumentResolverComposite;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.method.support.HandlerMethodReturnValueHandlerComposite;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import tools.jackson.databind.json.JsonMapper;

/** Calls controllers as Spring does, but tries plain JSON before all that could be there else. */
final class PlainJsonFirst extends RequestMappingHandlerAdapter {

  private final JsonMapper mapper;

  PlainJsonFirst(JsonMapper mapper) {
    this.mapper = mapper;
  }

  @Override
  public void afterPropertiesSet() {
    super.afterPropertiesSet();
    List<HandlerMethodArgumentResolver> bodies = Objects.requireNonNull(getArgumentResolvers());
    List<HandlerMethodReturnValueHandler> answers =
        Objects.requireNonNull(getReturnValueHandlers());
    PlainJson plain =
        new PlainJson(
            mapper,
            new HandlerMethodArgumentResolverComposite().addResolvers(bodies),
            new HandlerMethodReturnValueHandlerComposite().addHandlers(answers));
    setArgumentResolvers(
        Stream.<HandlerMethodArgumentResolver>concat(Stream.of(plain), bodies.stream()).toList());
    setReturnValueHandlers(
        Stream.<HandlerMethodReturnValueHandler>concat(Stream.of(plain), answers.stream())
            .toList());
  }
}
