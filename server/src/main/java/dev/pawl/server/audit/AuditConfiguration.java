package dev.pawl.server.audit;

import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.maintenance.NamedLease;
import dev.pawl.server.web.ApiJson;
import dev.pawl.server.web.ChainFilter;
import dev.pawl.server.web.FilterOrder;
import dev.pawl.server.web.PeriodicTask;
import java.time.Duration;
import java.time.Instant;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Beans of this package. */
@Configuration(proxyBeanMethods = false)
@Import(AuditController.class)
public class AuditConfiguration {

  @Bean
  AuditCut auditCut(ConnectionTemplate jdbc) {
    return new AuditCut(jdbc);
  }

  @Bean
  AuditTrail auditTrail(TenantDatabase tenanted, AuditCut cut) {
    return new AuditTrail(tenanted, cut);
  }

  /** Deletes old audit entries if a number of days is configured; by default none are deleted. */
  @Bean
  PeriodicTask forgetAudit(
      AuditCut cut, NamedLease leases, @Value("${pawl.audit-days:0}") int days) {
    return PeriodicTask.onOneNode(
        "deleting old audit entries",
        Duration.ofMinutes(10),
        leases,
        isOver -> {
          if (days > 0) {
            cut.deleteBefore(Instant.now().minus(Duration.ofDays(days)), isOver);
          }
        });
  }

  /** Closed after the web server has stopped, so that the last counts are written. */
  @Bean(destroyMethod = "close")
  AnonymousRefusals anonymousRefusals(AuditTrail trail) {
    return new AnonymousRefusals(trail);
  }

  @Bean
  PeriodicTask writeAnonymousRefusals(AnonymousRefusals anonymous) {
    return PeriodicTask.onEachNode(
        "writing refusals without a key to the audit",
        Duration.ofSeconds(10),
        isOver -> anonymous.writeOld(Instant.now()));
  }

  @Bean
  ChainFilter auditFilter(AuditTrail trail, AnonymousRefusals anonymous, ApiJson json) {
    return new ChainFilter(
        FilterOrder.AUDIT, new AuditFilter(new AuditWriter(trail), anonymous, json));
  }
}
