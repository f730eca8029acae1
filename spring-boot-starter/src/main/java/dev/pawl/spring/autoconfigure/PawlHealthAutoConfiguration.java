package dev.pawl.spring.autoconfigure;

import dev.pawl.Pawl;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Adds the engine to the health of an application, under the name {@code pawl}. */
@AutoConfiguration(after = PawlAutoConfiguration.class)
@ConditionalOnBean(Pawl.class)
@ConditionalOnProperty(
    prefix = "management.health.pawl",
    name = "enabled",
    havingValue = "true",
    matchIfMissing = true)
public class PawlHealthAutoConfiguration {

  private static final String REASON = "reason";

  private static final String NOT_JOINED =
      "this program holds no lease on the database: it cannot reach it, or it is shutting down";

  /** The health indicator in Boot 3.5. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
  static class ActuatorHealth {

    @Bean
    @ConditionalOnMissingBean(name = "pawlHealthIndicator")
    org.springframework.boot.actuate.health.HealthIndicator pawlHealthIndicator(Pawl pawl) {
      return () ->
          pawl.isJoined()
              ? org.springframework.boot.actuate.health.Health.up().build()
              : org.springframework.boot.actuate.health.Health.down()
                  .withDetail(REASON, NOT_JOINED)
                  .build();
    }
  }

  /** The health indicator in Boot 4. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
  static class ContributorHealth {

    @Bean
    @ConditionalOnMissingBean(name = "pawlHealthIndicator")
    org.springframework.boot.health.contributor.HealthIndicator pawlHealthIndicator(Pawl pawl) {
      return () ->
          pawl.isJoined()
              ? org.springframework.boot.health.contributor.Health.up().build()
              : org.springframework.boot.health.contributor.Health.down()
                  .withDetail(REASON, NOT_JOINED)
                  .build();
    }
  }
}
