package dev.pawl.server.access;

import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.flow.FlowCodes;
import dev.pawl.server.guard.AnonymousRateLimit;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.stereotype.Controller;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Beans of this package. */
@Configuration(proxyBeanMethods = false)
@Import({
  KeysController.class,
  RolesController.class,
  SignInController.class,
  FlowScopeAdvice.class
})
public class AccessConfiguration implements WebMvcConfigurer {

  private final Endpoints endpoints;
  private final AccessInterceptor accessInterceptor;

  AccessConfiguration(TenantDatabase tenanted, ApplicationContext context) {
    this.endpoints =
        Endpoints.of(
            Stream.of(context.getBeanNamesForAnnotation(Controller.class))
                .map(name -> Objects.requireNonNull(context.getType(name))));
    this.accessInterceptor =
        new AccessInterceptor(endpoints, new FlowScopeCheck(new FlowCodes(tenanted)));
  }

  @Bean
  Endpoints endpoints() {
    return endpoints;
  }

  @Bean
  ApiKeys apiKeys(ConnectionTemplate jdbc, TenantDatabase tenanted) {
    return new ApiKeys(jdbc, tenanted);
  }

  @Bean
  SignIns signIns(ConnectionTemplate jdbc, TenantDatabase tenanted) {
    return new SignIns(jdbc, tenanted);
  }

  @Bean
  SessionCookie sessionCookie(@Value("${pawl.secure:false}") boolean isSecure) {
    return new SessionCookie(isSecure);
  }

  @Bean
  AnonymousRateLimit anonymousRateLimit() {
    return new AnonymousRateLimit();
  }

  @Bean
  EndpointTableCheck endpointTableCheck(RequestMappingHandlerMapping requestMappingHandlerMapping) {
    return new EndpointTableCheck(requestMappingHandlerMapping, endpoints);
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(accessInterceptor);
  }

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(accessInterceptor);
  }
}
