package dev.pawl.server.guard;

import dev.pawl.postgres.store.PostgresStore;
import dev.pawl.server.web.ChainFilter;
import dev.pawl.server.web.FilterOrder;
import java.time.Duration;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of this package. */
@Configuration(proxyBeanMethods = false)
public class GuardConfiguration {

  /** The part of a response that is buffered for a slow client; the default is megabytes. */
  private static final int SEND_BUFFER_BYTES = 64 * 1024;

  @Bean
  ChainFilter responseCompletionFilter() {
    return new ChainFilter(FilterOrder.RESPONSE_COMPLETION, new ResponseCompletionFilter());
  }

  @Bean
  @ConditionalOnBooleanProperty("pawl.secure")
  ChainFilter proxiedAddress() {
    return new ChainFilter(FilterOrder.PROXIED_ADDRESS, new ProxiedAddress());
  }

  @Bean
  ChainFilter requestLimits(PostgresStore store) {
    return new ChainFilter(FilterOrder.REQUEST_LIMITS, new RequestLimits(store::isCrowded));
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemValve() {
    return factory ->
        factory.addContextCustomizers(
            context -> context.getParent().getPipeline().addValve(new ProblemValve()));
  }

  /** Lets backslashes pass to where their path is refused with a problem; no path may have one. */
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> backslashes() {
    return factory ->
        factory.addConnectorCustomizers(
            connector -> connector.setProperty("relaxedPathChars", "\\"));
  }

  /** Limits connections per address, except behind a proxy, which has to limit its own clients. */
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
  ChainFilter healthPortFilter(HealthPort port) {
    return new ChainFilter(FilterOrder.HEALTH_PORT, new HealthPortFilter(port));
  }

  /** Leaves the bodies of forms to controllers: signatures of webhooks cover the raw bytes. */
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> rawForms() {
    return factory ->
        factory.addConnectorCustomizers(connector -> connector.setParseBodyMethods(""));
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> sendBuffers() {
    return factory ->
        factory.addConnectorCustomizers(
            connector ->
                connector.setProperty("socket.txBufSize", Integer.toString(SEND_BUFFER_BYTES)));
  }
}
