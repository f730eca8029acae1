package dev.pawl.server.failure;

import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.failure.FailureAdder;
import dev.pawl.postgres.failure.FailureUpkeep;
import dev.pawl.postgres.failure.FailureUpkeep.OutdatedFamily;
import dev.pawl.postgres.failure.NewFailures;
import dev.pawl.postgres.maintenance.NamedLease;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.web.ApiJson;
import dev.pawl.server.web.PeriodicTask;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Beans of this package. */
@Configuration(proxyBeanMethods = false)
@Import(FailuresController.class)
public class FailureConfiguration {

  private static final Duration COLLECT_INTERVAL = Duration.ofSeconds(2);

  @Bean
  FailureUpkeep failureUpkeep(ConnectionTemplate jdbc) {
    return new FailureUpkeep(jdbc);
  }

  /** Finds the failures of all tenants at once, as the executions of all tenants end. */
  @Bean
  FailureCollector failureCollector(
      ConnectionTemplate jdbc, ExecutionControl control, @Value("${pawl.lease}") Duration lease) {
    return new FailureCollector(
        new NewFailures(jdbc, lease), new FailureAdder(jdbc), new FailedStates(control));
  }

  @Bean
  FailureComparison failureComparison(ApiJson json) {
    return new FailureComparison(new FailureViews(json));
  }

  @Bean
  FailureReader failureReader(
      TenantDatabase tenanted,
      ActiveVersions flows,
      FailureCollector collector,
      FailureComparison comparison,
      ApiJson json) {
    return new FailureReader(tenanted, flows, collector, comparison, new FailureViews(json));
  }

  @Bean
  FailureCare failureCare(TenantDatabase tenanted) {
    return new FailureCare(tenanted);
  }

  @Bean
  PeriodicTask collectFailures(FailureCollector collector) {
    return PeriodicTask.onEachNode(
        "collecting failures", COLLECT_INTERVAL, collector::collectInBackground);
  }

  @Bean
  PeriodicTask compareFailures(
      FailureUpkeep upkeep, FailureComparison comparison, TenantDatabase tenanted) {
    return PeriodicTask.onEachNode(
        "comparing failures",
        COLLECT_INTERVAL,
        isOver -> {
          for (OutdatedFamily family : upkeep.outdated(FailureComparison.MAX_PER_TURN)) {
            if (!isOver.getAsBoolean()) {
              comparison.compare(tenanted, family);
            }
          }
        });
  }

  @Bean
  PeriodicTask forgetFailures(FailureUpkeep upkeep, NamedLease leases) {
    return PeriodicTask.onOneNode(
        "deleting old failure families", Duration.ofHours(1), leases, isOver -> upkeep.deleteOld());
  }
}
