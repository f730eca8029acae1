package dev.pawl.server.audit;

import dev.pawl.postgres.connection.Tenanted;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this room is made of. */
@Configuration(proxyBeanMethods = false)
@Import(AuditController.class)
public class AuditConfiguration {

  /** Outside of the keys, so that those without one are seen. */
  private static final int ORDER = 10;

  @Bean
  AuditTrail auditTrail(Tenanted tenanted) {
    return new AuditTrail(tenanted);
  }

  @Bean
  FilterRegistrationBean<AuditFilter> auditFilter(AuditTrail trail) {
    FilterRegistrationBean<AuditFilter> filter =
        new FilterRegistrationBean<>(new AuditFilter(trail));
    filter.setOrder(ORDER);
    return filter;
  }
}
