package dev.pawl.server.feed;

import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.feed.JournalChanges;
import dev.pawl.postgres.feed.TenantFacts;
import dev.pawl.postgres.feed.TenantMarks;
import dev.pawl.server.web.ApiJson;
import dev.pawl.server.web.OpenStreams;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Beans of this package. */
@Configuration(proxyBeanMethods = false)
@Import(FeedController.class)
public class FeedConfiguration {

  /**
   * Finds the keys of new facts for all tenants at once; {@link TenantFacts} reads them per tenant.
   */
  @Bean
  JournalChanges journalNews(ConnectionTemplate jdbc, @Value("${pawl.lease}") Duration lease) {
    return new JournalChanges(jdbc, lease);
  }

  @Bean
  TenantFacts tenantFacts(TenantDatabase tenanted) {
    return new TenantFacts(tenanted);
  }

  @Bean
  ChangeLog changeLog(ConnectionTemplate jdbc) {
    return new ChangeLog(jdbc, new TenantMarks(jdbc));
  }

  @Bean
  TenantFeeds feeds(
      JournalChanges changes, TenantFacts facts, ChangeLog log, ApiJson json, OpenStreams streams) {
    TenantFeeds feeds = new TenantFeeds(changes, facts, log, json);
    streams.onClose(feeds::close);
    return feeds;
  }

  @Bean
  CatchUp catchUp(JournalChanges changes, TenantFacts facts, ApiJson json) {
    return new CatchUp(changes, facts, json);
  }
}
