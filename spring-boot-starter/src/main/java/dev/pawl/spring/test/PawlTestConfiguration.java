package dev.pawl.spring.test;

import dev.pawl.Pawl;
import dev.pawl.spring.autoconfigure.BeanHandlers;
import dev.pawl.spring.autoconfigure.ClassPathFlows;
import dev.pawl.spring.autoconfigure.PawlProperties;
import dev.pawl.testkit.time.TurnedClock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans that replace the engine on PostgreSQL in a {@link PawlTest}. */
@Configuration(proxyBeanMethods = false)
class PawlTestConfiguration {

  @Bean
  TurnedClock pawlClock() {
    return new TurnedClock();
  }

  @Bean(destroyMethod = "")
  Pawl pawl(
      TurnedClock clock, PawlProperties properties, BeanHandlers handlers, ClassPathFlows flows) {
    Pawl pawl = Pawl.over(new InMemoryNode(clock, handlers::find), properties.tenant());
    flows.deployTo(pawl);
    return pawl;
  }
}
