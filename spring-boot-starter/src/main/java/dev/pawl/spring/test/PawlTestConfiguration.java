package dev.pawl.spring.test;

import dev.pawl.CallerTransactions;
import dev.pawl.Pawl;
import dev.pawl.PawlAccess;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.job.EventPublisher;
import dev.pawl.spring.autoconfigure.ApplicationBindings;
import dev.pawl.spring.autoconfigure.BeanHandlers;
import dev.pawl.spring.autoconfigure.ClassPathFlows;
import dev.pawl.spring.autoconfigure.PawlProperties;
import dev.pawl.spring.autoconfigure.TriggerEventPublisher;
import dev.pawl.testkit.time.TurnedClock;
import dev.pawl.triggers.InMemoryTriggers;
import dev.pawl.triggers.TenantEvents;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans that replace the engine on PostgreSQL in a {@link PawlTest}. */
@Configuration(proxyBeanMethods = false)
class PawlTestConfiguration {

  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

  @Bean
  TurnedClock pawlClock() {
    return new TurnedClock();
  }

  @Bean(destroyMethod = "")
  Pawl pawl(
      TurnedClock clock, PawlProperties properties, BeanHandlers handlers, ClassPathFlows flows) {
    Pawl pawl = PawlAccess.over(new InMemoryNode(clock, handlers::find), properties.tenant());
    flows.deployTo(pawl);
    return pawl;
  }

  @Bean
  InMemoryTriggers pawlTestTriggers(Pawl pawl, ApplicationBindings bindings) {
    return new InMemoryTriggers(PawlAccess.node(pawl).node(), bindings.all());
  }

  @Bean
  TenantEvents pawlEvents(Pawl pawl, InMemoryTriggers triggers) {
    return triggers.forTenant(PawlAccess.tenant(pawl));
  }

  /** A test has no codes of tenants, only their numbers. */
  @Bean
  EventPublisher pawlEventPublisher(Pawl pawl, InMemoryTriggers triggers, TenantEvents events) {
    return new TriggerEventPublisher(
        events,
        code ->
            NUMBER.matcher(code).matches()
                ? Optional.of(triggers.forTenant(new TenantId(Integer.parseInt(code))))
                : Optional.empty(),
        PawlAccess.node(pawl).node()::newId,
        CallerTransactions.NONE);
  }
}
