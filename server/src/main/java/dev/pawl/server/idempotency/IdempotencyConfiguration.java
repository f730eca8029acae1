package dev.pawl.server.idempotency;

import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.maintenance.NamedLease;
import dev.pawl.server.web.ChainFilter;
import dev.pawl.server.web.FilterOrder;
import dev.pawl.server.web.PeriodicTask;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Beans of this package. */
@Configuration(proxyBeanMethods = false)
public class IdempotencyConfiguration implements WebMvcConfigurer {

  /** After the access check, and before the count of starts. */
  private static final int REPLAY_ORDER = 10;

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new StoredResponse()).addPathPatterns("/api/**").order(REPLAY_ORDER);
  }

  @Bean
  IdempotencyStore idempotencyStore(TenantDatabase tenanted, ConnectionTemplate jdbc) {
    return new IdempotencyStore(tenanted, jdbc);
  }

  @Bean
  ChainFilter idempotencyFilter(IdempotencyStore responses) {
    return new ChainFilter(FilterOrder.IDEMPOTENCY, new IdempotencyFilter(responses));
  }

  @Bean
  PeriodicTask deleteOldResponses(IdempotencyStore responses, NamedLease leases) {
    return PeriodicTask.onOneNode(
        "deleting stored responses",
        Duration.ofMinutes(5),
        leases,
        isOver -> responses.deleteOld());
  }
}
