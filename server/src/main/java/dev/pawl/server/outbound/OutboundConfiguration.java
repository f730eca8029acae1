package dev.pawl.server.outbound;

import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.outbound.MessageTemplates;
import dev.pawl.postgres.outbound.OutboundConnections;
import dev.pawl.postgres.secret.NamedSecrets;
import dev.pawl.postgres.secret.TenantKeys;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Beans of this package. */
@Configuration(proxyBeanMethods = false)
@Import({
  SecretsController.class,
  ConnectionsController.class,
  PrivateAccessController.class,
  BreakersController.class,
  TemplatesController.class
})
public class OutboundConfiguration {

  @Bean
  NamedSecrets namedSecrets(TenantDatabase tenanted, TenantKeys tenantKeys) {
    return new NamedSecrets(tenanted, tenantKeys);
  }

  @Bean
  OutboundConnections outboundConnections(TenantDatabase tenanted) {
    return new OutboundConnections(tenanted);
  }

  @Bean
  MessageTemplates messageTemplates(TenantDatabase tenanted) {
    return new MessageTemplates(tenanted);
  }
}
