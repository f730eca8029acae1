package dev.pawl.server.tenant;

import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.server.access.Doorkeeper;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** What this room is made of. */
@Configuration(proxyBeanMethods = false)
@Import(TenantsController.class)
public class TenantConfiguration implements WebMvcConfigurer {

  /** Right behind the filter that knows who calls. */
  private static final int GATE = 35;

  /** Before all but those who count. */
  private static final int WALL = 5;

  private final Tenants tenants;
  private final StartRates rates;
  private final Floods floods = new Floods();

  TenantConfiguration(Borrowed borrowed) {
    this.tenants = new Tenants(borrowed);
    this.rates = new StartRates(tenants);
  }

  @Bean
  Tenants tenants() {
    return tenants;
  }

  @Bean
  StartRates startRates() {
    return rates;
  }

  @Bean
  FilterRegistrationBean<FloodGate> floodGate() {
    return filter("floodGate", GATE, new FloodGate(rates, floods, Doorkeeper::known));
  }

  @Bean
  FilterRegistrationBean<FloodGate> floodWall() {
    return filter("floodWall", WALL, new FloodGate(rates, floods, floods::known));
  }

  private static FilterRegistrationBean<FloodGate> filter(String name, int order, FloodGate gate) {
    FilterRegistrationBean<FloodGate> filter = new FilterRegistrationBean<>(gate);
    filter.setName(name);
    filter.setOrder(order);
    return filter;
  }

  /** After the doorkeeper: who may not start anything uses nothing up. */
  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry
        .addInterceptor(rates)
        .addPathPatterns(StartRates.DOORS)
        .order(Ordered.LOWEST_PRECEDENCE);
  }
}
