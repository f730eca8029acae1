package dev.pawl.server.guard;

import dev.pawl.postgres.store.PostgresStore;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.filter.RequestContextFilter;

/** What this room is made of. */
@Configuration(proxyBeanMethods = false)
public class GuardConfiguration {

  private static final int LIMITS = 20;

  /** Of an answer, for a client that does not read it; the system would take megabytes. */
  private static final int MOST_UNREAD = 64 * 1024;

  @Bean
  FilterRegistrationBean<ProxiedAddress> proxiedAddress(
      @Value("${pawl.secure:false}") boolean behindProxy) {
    FilterRegistrationBean<ProxiedAddress> filter =
        new FilterRegistrationBean<>(new ProxiedAddress());
    filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
    filter.setEnabled(behindProxy);
    return filter;
  }

  @Bean
  FilterRegistrationBean<AnswerHeaders> answerHeaders() {
    FilterRegistrationBean<AnswerHeaders> filter =
        new FilterRegistrationBean<>(new AnswerHeaders());
    filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return filter;
  }

  @Bean
  FilterRegistrationBean<RequestLimits> requestLimits(PostgresStore store) {
    FilterRegistrationBean<RequestLimits> filter =
        new FilterRegistrationBean<>(new RequestLimits(store::isCrowded));
    filter.setOrder(LIMITS);
    return filter;
  }

  /** Nobody here asks a thread which request it serves. */
  @Bean
  FilterRegistrationBean<RequestContextFilter> noRequestContext() {
    FilterRegistrationBean<RequestContextFilter> filter =
        new FilterRegistrationBean<>(new RequestContextFilter());
    filter.setEnabled(false);
    return filter;
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsOfTheWebServer() {
    return factory ->
        factory.addContextCustomizers(
            context -> context.getParent().getPipeline().addValve(new ProblemValve()));
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> littleForThoseWhoDoNotRead() {
    return factory ->
        factory.addConnectorCustomizers(
            connector -> connector.setProperty("socket.txBufSize", Integer.toString(MOST_UNREAD)));
  }
}
