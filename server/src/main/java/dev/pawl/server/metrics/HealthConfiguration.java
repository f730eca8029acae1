package dev.pawl.server.metrics;

import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.schema.RowSecurity;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.health.application.LivenessStateHealthIndicator;
import org.springframework.boot.health.application.ReadinessStateHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The health indicators of this server; the name of a bean is the name of its check. */
@Configuration(proxyBeanMethods = false)
@Import(HealthController.class)
class HealthConfiguration {

  @Bean(HealthChecks.LIVENESS)
  LivenessStateHealthIndicator livenessState(ApplicationAvailability availability) {
    return new LivenessStateHealthIndicator(availability);
  }

  @Bean(HealthChecks.READINESS)
  ReadinessStateHealthIndicator readinessState(ApplicationAvailability availability) {
    return new ReadinessStateHealthIndicator(availability);
  }

  @Bean(HealthChecks.DATABASE)
  HealthIndicator databaseHealth(ConnectionTemplate jdbc) {
    return () -> {
      try {
        jdbc.update("select 1");
        return Health.up().withDetail(HealthChecks.DETAIL, "reachable").build();
      } catch (UnavailableException e) {
        return Health.down().withDetail(HealthChecks.CAUSE, e).build();
      }
    };
  }

  @Bean("row-level-security")
  HealthIndicator rowSecurityHealth(RowSecurity rowSecurity) {
    return () ->
        Health.status(rowSecurity.isOn() ? "UP" : HealthChecks.DEGRADED)
            .withDetail(HealthChecks.DETAIL, rowSecurity.defect().map("off: "::concat).orElse("on"))
            .withDetail(HealthChecks.ADVICE, rowSecurity.advice())
            .build();
  }
}
