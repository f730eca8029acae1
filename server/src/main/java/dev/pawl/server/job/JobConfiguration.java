package dev.pawl.server.job;

import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.Node;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.maintenance.NamedLease;
import dev.pawl.server.execution.Broadcast;
import dev.pawl.server.flow.EmergencyStops;
import dev.pawl.server.tenant.StartRates;
import dev.pawl.server.web.ApiJson;
import dev.pawl.server.web.PeriodicTask;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Beans of this package. */
@Configuration(proxyBeanMethods = false)
@Import({JobsController.class, EmergencyStopController.class})
public class JobConfiguration {

  private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

  @Bean
  Jobs jobs(TenantDatabase tenanted, ConnectionTemplate jdbc, ApiJson json) {
    return new Jobs(tenanted, jdbc, json);
  }

  @Bean
  Broadcast.BroadcastScheduler later(Jobs jobs, Node node) {
    return (tenant, event, by) -> jobs.create(tenant, node.newId(), event, by);
  }

  @Bean
  PeriodicTask workOnJobs(
      Jobs jobs,
      Node node,
      ExecutionControl control,
      StartRates rates,
      EmergencyStops halts,
      Broadcast broadcast) {
    return PeriodicTask.onEachNode(
        "jobs",
        POLL_INTERVAL,
        new BulkJobRunner(jobs, node, control, rates, halts, broadcast)::run);
  }

  @Bean
  PeriodicTask forgetJobs(Jobs jobs, NamedLease leases) {
    return PeriodicTask.onOneNode(
        "deleting old jobs", Duration.ofHours(1), leases, isOver -> jobs.deleteOld());
  }
}
