package dev.pawl.server.guard;

import dev.pawl.server.problem.DirectProblem;
import dev.pawl.server.web.RequestFilter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.apache.catalina.connector.Connector;
import org.springframework.http.HttpStatus;

/**
 * A port of its own for the health checks of orchestrators and load balancers, with its own threads
 * and connections: it answers also when the main port has no connection left. It serves nothing
 * else.
 */
public final class HealthPort extends RequestFilter {

  private static final Set<String> PATHS = Set.of("/health/live", "/health/ready");

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

  /** The port that it listens on, once it does. */
  public int number() {
    return connector.getLocalPort();
  }

  @Override
  protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (request.getLocalPort() == number() && !PATHS.contains(request.getRequestURI())) {
      DirectProblem.write(
          response,
          HttpStatus.NOT_FOUND.value(),
          "not-found",
          "this port serves /health/live and /health/ready only");
    } else {
      chain.doFilter(request, response);
    }
  }
}
