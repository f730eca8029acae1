package dev.pawl.server.worker;

import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.flow.ActiveFlows;
import dev.pawl.postgres.worker.WaitingTasks;
import dev.pawl.postgres.worker.WorkerPresence;
import dev.pawl.server.web.ApiJson;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Beans of this package. */
@Configuration(proxyBeanMethods = false)
@Import({
  PollController.class,
  OutcomesController.class,
  BatchesController.class,
  ResourcesController.class
})
public class WorkerConfiguration {

  @Bean
  Presence presence(TenantDatabase tenanted) {
    return new Presence(new WorkerPresence(tenanted));
  }

  @Bean
  WaitingTasks waitingTasks(TenantDatabase tenanted) {
    return new WaitingTasks(tenanted);
  }

  @Bean
  ResourceUses resourceUses(TenantDatabase tenanted) {
    return new ResourceUses(new ActiveFlows(tenanted));
  }

  @Bean
  Descriptors descriptors(TenantDatabase tenanted, ApiJson json) {
    return new Descriptors(tenanted, json);
  }
}
