package dev.pawl.server.feed;

import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.postgres.feed.JournalNews;
import dev.pawl.postgres.feed.TenantFacts;
import dev.pawl.server.web.ApiJson;
import dev.pawl.server.web.Streams;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this room is made of. */
@Configuration(proxyBeanMethods = false)
@Import(FeedController.class)
public class FeedConfiguration {

  /** Where facts are is looked up for all tenants at once; what they say, for each on its own. */
  @Bean
  JournalNews journalNews(Borrowed borrowed, @Value("${pawl.lease}") Duration lease) {
    return new JournalNews(borrowed, lease);
  }

  @Bean
  TenantFacts tenantFacts(Tenanted tenanted) {
    return new TenantFacts(tenanted);
  }

  @Bean
  Tails tails(JournalNews news, TenantFacts facts, ApiJson json, Streams streams) {
    Tails tails = new Tails(news, facts, json);
    streams.whenTheyEnd(tails::close);
    return tails;
  }

  @Bean
  CatchUp catchUp(JournalNews news, TenantFacts facts, ApiJson json) {
    return new CatchUp(news, facts, json);
  }
}
