package dev.pawl.server.flow;

import dev.pawl.engine.node.Node;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.web.Round;
import dev.pawl.server.worker.Presence;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this room is made of. */
@Configuration(proxyBeanMethods = false)
@Import({
  FlowsController.class,
  LifecycleController.class,
  VersionsController.class,
  ExchangeController.class
})
public class FlowConfiguration {

  @Bean
  Catalogue catalogue(Tenanted tenanted) {
    return new Catalogue(tenanted);
  }

  @Bean
  Judging judging(Node node, Presence presence, Tenanted tenanted) {
    return new Judging(node, presence, new KnownFlows(tenanted));
  }

  @Bean
  FlowVersions versions(Tenanted tenanted) {
    return new FlowVersions(tenanted);
  }

  @Bean
  Round purgeVersions(Borrowed borrowed) {
    return new Round("deleting versions", Duration.ofHours(1), isOver -> Deletion.purge(borrowed));
  }

  @Bean
  Round purgeTested(Borrowed borrowed) {
    return new Round(
        "deleting tested drafts", Duration.ofHours(1), isOver -> TestedVersions.purge(borrowed));
  }

  @Bean
  TestedVersions testedVersions(Catalogue catalogue, ActiveVersions active) {
    return new TestedVersions(catalogue, active);
  }

  @Bean
  Halts halts(Tenanted tenanted, ActiveVersions active) {
    return new Halts(tenanted, active);
  }

  @Bean
  ActiveVersions activeVersions(Catalogue catalogue) {
    return new ActiveVersions(catalogue::standing);
  }
}
