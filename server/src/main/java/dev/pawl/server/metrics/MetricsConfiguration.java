package dev.pawl.server.metrics;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this room is made of. */
@Configuration(proxyBeanMethods = false)
@Import({MetricsController.class, HealthController.class})
public class MetricsConfiguration {

  /** Outside of all others, so that nothing is answered uncounted. */
  private static final int ORDER = 0;

  private final Requests requests = new Requests();

  @Bean
  FilterRegistrationBean<Requests> countRequests() {
    FilterRegistrationBean<Requests> filter = new FilterRegistrationBean<>(requests);
    filter.setOrder(ORDER);
    return filter;
  }

  @Bean
  Requests requests() {
    return requests;
  }
}
