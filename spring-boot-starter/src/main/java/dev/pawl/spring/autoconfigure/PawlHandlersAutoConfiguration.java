package dev.pawl.spring.autoconfigure;

import dev.pawl.Pawl;
import dev.pawl.engine.run.BuiltInHandlers;
import dev.pawl.engine.run.HandlerExpressions;
import dev.pawl.handlers.HandlerCatalog;
import dev.pawl.handlers.egress.EgressPolicy;
import dev.pawl.handlers.egress.HostFilter;
import dev.pawl.handlers.egress.NetworkRange;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.OutboundConnection;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Serves the built-in handlers of applications that have {@code pawl-handlers}. */
@AutoConfiguration(after = PawlTriggersAutoConfiguration.class)
@ConditionalOnBean(Pawl.class)
@ConditionalOnClass(HandlerCatalog.class)
@EnableConfigurationProperties(PawlOutboundProperties.class)
public class PawlHandlersAutoConfiguration {

  private static final HandlerExpressions EXPRESSIONS =
      new HandlerExpressions(InstantSource.system(), () -> ThreadLocalRandom.current().nextLong());

  /** Serves what {@link HandlerCatalog} has, with the connections of the application. */
  @Bean
  @ConditionalOnMissingBean(name = "pawlCatalogHandlers")
  BuiltInHandlers pawlCatalogHandlers(
      PawlOutboundProperties properties, ObjectProvider<BeanHandlers> beans) {
    EgressPolicy policy =
        EgressPolicy.PUBLIC_ONLY
            .withHosts(
                properties.egress().hosts().isEmpty()
                    ? HostFilter.ANY
                    : HostFilter.listed(properties.egress().hosts()))
            .withPrivateRanges(
                properties.egress().privateRanges().stream().map(NetworkRange::parse).toList())
            .withPorts(properties.egress().ports());
    Map<String, OutboundConnection> connections = properties.outboundConnections();
    Map<Handler, Handler> connected = new LinkedHashMap<>();
    Map<String, Handler> handlers = new LinkedHashMap<>();
    HandlerCatalog.create(
            policy, (tenant, name) -> beans.getObject().find(name), EXPRESSIONS::evaluate)
        .forEach(
            (name, handler) ->
                handlers.put(
                    name,
                    connected.computeIfAbsent(
                        handler, one -> new ConnectedHandler(one, connections))));
    return new BuiltInHandlers(handlers);
  }
}
