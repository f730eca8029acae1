package dev.pawl.server.flow;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.run.BuiltInHandlers;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.flow.DeletedFlows;
import dev.pawl.postgres.flow.EmergencyStopStore;
import dev.pawl.postgres.flow.FlowUsage;
import dev.pawl.postgres.flow.KnownFlows;
import dev.pawl.postgres.flow.TestedDrafts;
import dev.pawl.postgres.maintenance.NamedLease;
import dev.pawl.server.tenant.QuotaWarnings;
import dev.pawl.server.web.PeriodicTask;
import dev.pawl.server.worker.Presence;
import dev.pawl.triggers.Triggers;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Beans of this package. */
@Configuration(proxyBeanMethods = false)
@Import({
  FlowsController.class,
  LifecycleController.class,
  VersionsController.class,
  FlowBundleController.class,
  FlowBulkController.class
})
public class FlowConfiguration {

  @Bean
  FlowRepository catalogue(TenantDatabase tenanted, FlowUsage usage, QuotaWarnings warnings) {
    return new FlowRepository(tenanted, new FlowQuotas(tenanted, usage, warnings));
  }

  @Bean
  DefinitionReview judging(
      Node node,
      BuiltInHandlers builtIn,
      Presence presence,
      TenantDatabase tenanted,
      Triggers triggers) {
    return new DefinitionReview(
        node,
        new ConfigCheck(builtIn),
        presence,
        new KnownFlows(tenanted),
        triggers.flowTriggers());
  }

  @Bean
  FlowChanges flowChanges(FlowRepository catalogue, ActiveVersions active, Triggers triggers) {
    return new FlowChanges(catalogue, active, triggers);
  }

  @Bean
  FlowVersions versions(TenantDatabase tenanted) {
    return new FlowVersions(tenanted);
  }

  @Bean
  PeriodicTask purgeVersions(ConnectionTemplate jdbc, NamedLease leases) {
    return PeriodicTask.onOneNode(
        "deleting versions", Duration.ofHours(1), leases, isOver -> DeletedFlows.purge(jdbc));
  }

  @Bean
  PeriodicTask purgeTested(ConnectionTemplate jdbc, NamedLease leases) {
    return PeriodicTask.onOneNode(
        "deleting tested drafts", Duration.ofHours(1), leases, isOver -> TestedDrafts.purge(jdbc));
  }

  @Bean
  TestedVersions testedVersions(FlowRepository catalogue, ActiveVersions active) {
    return new TestedVersions(catalogue, active);
  }

  @Bean
  EmergencyStops halts(TenantDatabase tenanted, ConnectionTemplate jdbc, ActiveVersions active) {
    return new EmergencyStops(new EmergencyStopStore(tenanted, jdbc), active);
  }

  @Bean
  ActiveVersions activeVersions(FlowRepository catalogue) {
    return new ActiveVersions(catalogue::startState);
  }
}
