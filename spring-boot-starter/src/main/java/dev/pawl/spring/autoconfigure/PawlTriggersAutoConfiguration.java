package dev.pawl.spring.autoconfigure;

import dev.pawl.Pawl;
import dev.pawl.PawlAccess;
import dev.pawl.engine.run.BuiltInHandlers;
import dev.pawl.sdk.JsonBinder;
import dev.pawl.sdk.job.EventPublisher;
import dev.pawl.sdk.job.PublishingTrigger;
import dev.pawl.sdk.job.WorkflowTrigger;
import dev.pawl.triggers.TenantEvents;
import dev.pawl.triggers.Triggers;
import dev.pawl.triggers.binding.Binding.BindingRule;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Publishes events of the application and starts the flows that its bindings name. An application
 * with an {@link EventPublisher} of its own, such as one that calls a server, has no triggers here.
 */
@AutoConfiguration(after = PawlAutoConfiguration.class)
@ConditionalOnBean(Pawl.class)
public class PawlTriggersAutoConfiguration {

  /** Finds what the application declares about its events. */
  @Bean
  @ConditionalOnMissingBean
  ApplicationBindings pawlApplicationBindings(
      ClassPathFlows flows, ObjectProvider<BindingRule> rules) {
    return new ApplicationBindings(flows, rules.orderedStream().toList());
  }

  /** Starts the triggers on the database of the engine and stores the declared bindings. */
  @Bean
  @ConditionalOnMissingBean({EventPublisher.class, Triggers.class})
  public Triggers pawlTriggers(
      Pawl pawl, PawlProperties properties, Environment environment, ApplicationBindings bindings) {
    Triggers triggers = Triggers.on(pawl);
    try {
      bindings.storeIn(
          triggers.declaredBindings(),
          PawlAccess.tenant(pawl),
          PawlAutoConfiguration.name(properties, environment));
      return triggers;
    } catch (RuntimeException e) {
      triggers.close();
      throw e;
    }
  }

  /** Publishes events of the tenant of this application. */
  @Bean
  @ConditionalOnBean(Triggers.class)
  @ConditionalOnMissingBean
  public TenantEvents pawlEvents(Pawl pawl, Triggers triggers) {
    return triggers.forTenant(PawlAccess.tenant(pawl));
  }

  /** Publishes business events, in the transaction of the caller if there is one. */
  @Bean
  @ConditionalOnBean(Triggers.class)
  @ConditionalOnMissingBean
  EventPublisher pawlEventPublisher(Pawl pawl, Triggers triggers, TenantEvents events) {
    return new TriggerEventPublisher(
        events,
        code -> triggers.tenant(code).map(triggers::forTenant),
        triggers::newEventId,
        PawlAccess.transactions(pawl));
  }

  /** Serves the Tasks that publish events and write notifications. */
  @Bean
  @ConditionalOnBean(Triggers.class)
  BuiltInHandlers pawlTriggerHandlers(Triggers triggers) {
    return new BuiltInHandlers(
        triggers.handlers(
            (tenant, event, actor) -> triggers.publish(tenant, event, Optional.of(actor))));
  }

  /** Publishes business events. */
  @Bean
  @ConditionalOnBean(EventPublisher.class)
  @ConditionalOnMissingBean
  public WorkflowTrigger workflowTrigger(EventPublisher publisher, JsonBinder binder) {
    return new PublishingTrigger(publisher, binder);
  }
}
