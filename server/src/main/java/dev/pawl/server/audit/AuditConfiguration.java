package dev.pawl.server.audit;

import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.web.Round;
import java.time.Duration;
import java.time.Instant;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this room is made of. */
@Configuration(proxyBeanMethods = false)
@Import(AuditController.class)
public class AuditConfiguration {

  /** Outside of the keys, so that those without one are seen. */
  private static final int ORDER = 10;

  @Bean
  AuditCut auditCut(Borrowed borrowed) {
    return new AuditCut(borrowed);
  }

  @Bean
  AuditTrail auditTrail(Tenanted tenanted, AuditCut cut) {
    return new AuditTrail(tenanted, cut);
  }

  /** Nothing is forgotten unless somebody says after how many days. */
  @Bean
  Round forgetAudit(AuditCut cut, @Value("${pawl.audit-days:0}") int days) {
    return new Round(
        "forgetting the audit",
        Duration.ofMinutes(10),
        isOver -> {
          if (days > 0) {
            cut.forget(Instant.now().minus(Duration.ofDays(days)), isOver);
          }
        });
  }

  /** What is counted at last is written when nobody is answered any more. */
  @Bean(destroyMethod = "close")
  AnonymousRefusals anonymousRefusals(AuditTrail trail) {
    return new AnonymousRefusals(trail);
  }

  @Bean
  Round writeAnonymousRefusals(AnonymousRefusals anonymous) {
    return new Round(
        "writing refusals without a key to the audit",
        Duration.ofSeconds(10),
        isOver -> anonymous.writeOld(Instant.now()));
  }

  @Bean
  FilterRegistrationBean<AuditFilter> auditFilter(AuditTrail trail, AnonymousRefusals anonymous) {
    FilterRegistrationBean<AuditFilter> filter =
        new FilterRegistrationBean<>(new AuditFilter(new AuditWriter(trail), anonymous));
    filter.setOrder(ORDER);
    return filter;
  }
}
