package dev.pawl.server.guard;

import dev.pawl.postgres.store.PostgresStore;
import java.time.Duration;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
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

  /** Behind the headers of answers, before all else. */
  private static final int HEALTH = Ordered.HIGHEST_PRECEDENCE + 1;

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

  /** Behind a proxy all connections come from the proxy, which has to limit its own clients. */
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> connectionLimits(
      @Value("${server.tomcat.max-connections}") int maxConnections,
      @Value("${pawl.max-connections-per-address}") int maxPerAddress,
      @Value("${pawl.head-timeout}") Duration headTimeout,
      @Value("${pawl.secure:false}") boolean behindProxy) {
    Optional<AddressLimit> addresses =
        behindProxy
            ? Optional.empty()
            : Optional.of(new AddressLimit(maxConnections, maxPerAddress));
    return factory -> {
      factory.setProtocol(LimitedHttpProtocol.class.getName());
      factory.addConnectorCustomizers(
          connector ->
              ((LimitedHttpProtocol) connector.getProtocolHandler()).limit(addresses, headTimeout));
    };
  }

  @Bean
  @ConditionalOnProperty("pawl.health-port")
  HealthPort healthPort(
      @Value("${server.address}") String host, @Value("${pawl.health-port}") int port) {
    return new HealthPort(host, port);
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> healthConnector(
      ObjectProvider<HealthPort> port) {
    return factory -> port.ifAvailable(one -> factory.addAdditionalConnectors(one.connector()));
  }

  @Bean
  @ConditionalOnProperty("pawl.health-port")
  FilterRegistrationBean<HealthPort> healthOnly(HealthPort port) {
    FilterRegistrationBean<HealthPort> filter = new FilterRegistrationBean<>(port);
    filter.setOrder(HEALTH);
    return filter;
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> littleForThoseWhoDoNotRead() {
    return factory ->
        factory.addConnectorCustomizers(
            connector -> connector.setProperty("socket.txBufSize", Integer.toString(MOST_UNREAD)));
  }
}
