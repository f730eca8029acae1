package dev.pawl.server.worker;

import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.web.ApiJson;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this room is made of. */
@Configuration(proxyBeanMethods = false)
@Import({
  PollController.class,
  OutcomesController.class,
  BatchesController.class,
  ResourcesController.class
})
public class WorkerConfiguration {

  @Bean
  Presence presence(Tenanted tenanted) {
    return new Presence(tenanted);
  }

  @Bean
  Descriptors descriptors(Tenanted tenanted, ApiJson json) {
    return new Descriptors(tenanted, json);
  }
}
