package dev.pawl.server.job;

import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Node;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.execution.Broadcast;
import dev.pawl.server.flow.Halts;
import dev.pawl.server.tenant.StartRates;
import dev.pawl.server.web.ApiJson;
import dev.pawl.server.web.Round;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this room is made of. */
@Configuration(proxyBeanMethods = false)
@Import({JobsController.class, AllController.class})
public class JobConfiguration {

  private static final Duration SOON = Duration.ofMillis(500);

  @Bean
  Jobs jobs(Tenanted tenanted, Borrowed borrowed, ApiJson json) {
    return new Jobs(tenanted, borrowed, json);
  }

  @Bean
  Broadcast.Later later(Jobs jobs, Node node) {
    return (tenant, telling, by) -> jobs.create(tenant, node.newId(), telling, by);
  }

  @Bean
  Round workOnJobs(
      Jobs jobs, Node node, Control control, StartRates rates, Halts halts, Broadcast broadcast) {
    return new Round("jobs", SOON, new JobWork(jobs, node, control, rates, halts, broadcast)::run);
  }

  @Bean
  Round forgetJobs(Jobs jobs) {
    return new Round("forgetting jobs", Duration.ofHours(1), isOver -> jobs.forgetOld());
  }
}
