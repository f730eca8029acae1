package dev.pawl.server.execution;

import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.Node;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.flow.FlowCodes;
import dev.pawl.postgres.maintenance.NamedLease;
import dev.pawl.postgres.query.EventListeners;
import dev.pawl.postgres.query.ExecutionHistogram;
import dev.pawl.postgres.query.SortedSearch;
import dev.pawl.postgres.query.StepErrorSearch;
import dev.pawl.postgres.query.UnreadMessages;
import dev.pawl.postgres.store.PostgresStore;
import dev.pawl.server.web.OpenStreams;
import dev.pawl.server.web.PeriodicTask;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Beans of this package. */
@Configuration(proxyBeanMethods = false)
@Import({
  StartController.class,
  ExecutionsController.class,
  HistogramController.class,
  OperatorController.class,
  DecideController.class,
  EventsController.class,
  NodesController.class
})
public class ExecutionConfiguration {

  @Bean
  FlowNames flowNames(TenantDatabase tenanted) {
    return new FlowNames(new FlowCodes(tenanted));
  }

  @Bean
  ExecutionQueries showing(
      Node node, ExecutionControl control, OpenStreams streams, FlowNames names) {
    return new ExecutionQueries(node, control, streams, names);
  }

  @Bean
  ExecutionList executionList(ExecutionControl control, TenantDatabase tenanted, FlowNames names) {
    return new ExecutionList(
        control, new SortedSearch(tenanted), new StepErrorSearch(tenanted), names);
  }

  @Bean
  ExecutionHistogram executionHistogram(TenantDatabase tenanted) {
    return new ExecutionHistogram(tenanted);
  }

  @Bean
  ActionPreconditions objections(ExecutionControl control, TenantDatabase tenanted) {
    return new ActionPreconditions(control, new UnreadMessages(tenanted));
  }

  @Bean
  BroadcastLog broadcastLog(TenantDatabase tenanted, ConnectionTemplate jdbc) {
    return new BroadcastLog(tenanted, jdbc);
  }

  @Bean
  ListenerSearch listenerSearch(
      ExecutionControl control, PostgresStore store, ConnectionTemplate jdbc) {
    return new ListenerSearch(control, new EventListeners(jdbc), store.versions());
  }

  @Bean
  Broadcast broadcast(
      ExecutionControl control,
      ListenerSearch listeners,
      BroadcastLog log,
      Broadcast.BroadcastScheduler later) {
    return new Broadcast(control, listeners, log, later);
  }

  @Bean
  PeriodicTask forgetEvents(BroadcastLog log, NamedLease leases) {
    return PeriodicTask.onOneNode(
        "deleting old events", Duration.ofHours(1), leases, isOver -> log.deleteOld());
  }
}
