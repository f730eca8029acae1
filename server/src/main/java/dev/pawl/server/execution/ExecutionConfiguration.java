package dev.pawl.server.execution;

import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Node;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.web.Round;
import dev.pawl.server.web.Streams;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What this room is made of. */
@Configuration(proxyBeanMethods = false)
@Import({
  StartController.class,
  ExecutionsController.class,
  OrdersController.class,
  DecideController.class,
  EventsController.class,
  BroadcastController.class,
  NodesController.class
})
public class ExecutionConfiguration {

  @Bean
  Showing showing(Node node, Control control, Streams streams) {
    return new Showing(node, control, streams);
  }

  @Bean
  Objections objections(Control control, Tenanted tenanted) {
    return new Objections(control, tenanted);
  }

  @Bean
  Broadcast broadcast(
      Control control, Tenanted tenanted, Borrowed borrowed, Broadcast.Later later) {
    return new Broadcast(control, tenanted, borrowed, later);
  }

  @Bean
  Round forgetEvents(Broadcast broadcast) {
    return new Round("forgetting events", Duration.ofHours(1), isOver -> broadcast.forgetOld());
  }
}
