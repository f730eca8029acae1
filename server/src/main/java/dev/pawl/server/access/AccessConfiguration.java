package dev.pawl.server.access;

import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.guard.Strangers;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** What this room is made of. */
@Configuration(proxyBeanMethods = false)
@Import({KeysController.class, SignInController.class, SiftedLists.class})
public class AccessConfiguration implements WebMvcConfigurer {

  private static final int KEYS = 30;

  private final Doorkeeper doorkeeper;

  AccessConfiguration(Tenanted tenanted) {
    this.doorkeeper = new Doorkeeper(new FlowsInReach(tenanted));
  }

  @Bean
  ApiKeys apiKeys(Borrowed borrowed, Tenanted tenanted) {
    return new ApiKeys(borrowed, tenanted);
  }

  @Bean
  SignIns signIns(Borrowed borrowed, Tenanted tenanted) {
    return new SignIns(borrowed, tenanted);
  }

  @Bean
  SessionCookie sessionCookie(@Value("${pawl.secure:false}") boolean isSecure) {
    return new SessionCookie(isSecure);
  }

  @Bean
  Strangers strangers() {
    return new Strangers();
  }

  @Bean
  Callers callers(ApiKeys keys, SignIns signIns, SessionCookie cookie) {
    return new Callers(keys, signIns, cookie);
  }

  @Bean
  FilterRegistrationBean<KeyFilter> keyFilter(
      Callers callers, SessionCookie cookie, Strangers strangers) {
    FilterRegistrationBean<KeyFilter> filter =
        new FilterRegistrationBean<>(new KeyFilter(callers, cookie, strangers));
    filter.setOrder(KEYS);
    return filter;
  }

  @Bean
  EveryDoorIsKnown everyDoorIsKnown(RequestMappingHandlerMapping requestMappingHandlerMapping) {
    return new EveryDoorIsKnown(requestMappingHandlerMapping);
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(doorkeeper).addPathPatterns("/api/**", "/metrics", "/health");
  }

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(doorkeeper);
  }
}
