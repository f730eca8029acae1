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

/** Calls controllers as Spring does, but tries what most requests are before all they could be. */
final class UsualFirst extends RequestMappingHandlerAdapter {

  private final JsonMapper mapper;

  UsualFirst(JsonMapper mapper) {
    this.mapper = mapper;
  }

  @Override
  public void afterPropertiesSet() {
    super.afterPropertiesSet();
    List<HandlerMethodArgumentResolver> arguments = Objects.requireNonNull(getArgumentResolvers());
    HandlerMethodArgumentResolver anything =
        new HandlerMethodArgumentResolverComposite().addResolvers(arguments);
    List<HandlerMethodReturnValueHandler> answers =
        Objects.requireNonNull(getReturnValueHandlers());
    PlainJson plain =
        new PlainJson(
            mapper, anything, new HandlerMethodReturnValueHandlerComposite().addHandlers(answers));
    setArgumentResolvers(
        Stream.concat(Stream.of(plain, new LeftOut(anything)), arguments.stream()).toList());
    setReturnValueHandlers(
        Stream.<HandlerMethodReturnValueHandler>concat(Stream.of(plain), answers.stream())
            .toList());
  }
}
