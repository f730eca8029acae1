package dev.pawl.server.guard;

import java.time.Duration;
import java.util.Optional;
import org.apache.catalina.connector.Connector;

/**
 * The separate port for health checks of orchestrators and load balancers. It has its own threads
 * and connections, so that it responds also when the main port has no connection left.
 */
public final class HealthPort {

  private static final int MAX_CONNECTIONS = 100;
  private static final int MAX_THREADS = 4;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Connector connector;

  HealthPort(String host, int port) {
    LimitedHttpProtocol protocol = new LimitedHttpProtocol();
    protocol.limit(Optional.of(new AddressLimit(MAX_CONNECTIONS, MAX_CONNECTIONS)), TIMEOUT);
    protocol.setMaxConnections(MAX_CONNECTIONS);
    protocol.setMaxThreads(MAX_THREADS);
    protocol.setMinSpareThreads(1);
    protocol.setConnectionTimeout((int) TIMEOUT.toMillis());
    connector = new Connector(protocol);
    connector.setProperty("address", host);
    connector.setPort(port);
  }

  Connector connector() {
    return connector;
  }

  /** Returns the port number; valid once the connector listens. */
  public int number() {
    return connector.getLocalPort();
  }
}
