package dev.pawl.server.tenant;

import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.flow.FlowUsage;
import dev.pawl.postgres.query.StartUsage;
import dev.pawl.server.web.ChainFilter;
import dev.pawl.server.web.FilterOrder;
import dev.pawl.server.web.PeriodicTask;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Beans of this package. */
@Configuration(proxyBeanMethods = false)
@Import({TenantsController.class, LimitsController.class})
public class TenantConfiguration implements WebMvcConfigurer {

  private final Tenants tenants;
  private final StartRates rates;
  private final StartUsage usage;
  private final QuotaWarnings warnings = new QuotaWarnings();
  private final FlowUsage flowUsage;
  private final StartQuotas quotas;

  TenantConfiguration(ConnectionTemplate jdbc) {
    this.tenants = new Tenants(jdbc);
    this.rates = new StartRates(tenants);
    this.usage = new StartUsage(jdbc);
    this.flowUsage = new FlowUsage(jdbc);
    this.quotas = new StartQuotas(usage, warnings);
  }

  @Bean
  Tenants tenants() {
    return tenants;
  }

  @Bean
  StartUsage startUsage() {
    return usage;
  }

  @Bean
  FlowUsage flowUsage() {
    return flowUsage;
  }

  @Bean
  QuotaWarnings quotaWarnings() {
    return warnings;
  }

  @Bean
  StartQuotas startQuotas() {
    return quotas;
  }

  @Bean
  PeriodicTask writeStartUsage() {
    return PeriodicTask.onEachNode(
        "writing start counts", Duration.ofSeconds(1), isOver -> quotas.flush());
  }

  @Bean
  StartRates startRates() {
    return rates;
  }

  @Bean
  ChainFilter startRateFilter() {
    return new ChainFilter(FilterOrder.START_RATE, new StartRateFilter(rates));
  }

  /** Runs after the access check: a refused request uses up nothing of the rate. */
  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry
        .addInterceptor(rates)
        .addPathPatterns(StartRates.ENDPOINTS)
        .order(Ordered.LOWEST_PRECEDENCE);
    registry
        .addInterceptor(quotas)
        .addPathPatterns(StartRates.ENDPOINTS)
        .order(Ordered.LOWEST_PRECEDENCE);
  }
}
