package dev.pawl.server.guard;

import java.time.Duration;
import java.util.Optional;
import org.apache.coyote.http11.Http11NioProtocol;

/**
 * HTTP/1.1 with limits on connections and a deadline for the head of a request. Tomcat has neither:
 * its {@code connectionTimeout} bounds the time between two bytes, and {@code maxConnections}
 * counts all addresses together. Tomcat makes it by the name of its class.
 */
public final class LimitedHttpProtocol extends Http11NioProtocol {

  private final LimitedEndpoint endpoint;

  public LimitedHttpProtocol() {
    this(new LimitedEndpoint());
  }

  private LimitedHttpProtocol(LimitedEndpoint endpoint) {
    super(endpoint);
    this.endpoint = endpoint;
  }

  /**
   * Sets the limits; until then there are none.
   *
   * @param addresses how many connections an address may have, if that is limited
   * @param headTimeout how long a client may take to send the head of a request
   */
  void limit(Optional<AddressLimit> addresses, Duration headTimeout) {
    endpoint.limit(addresses, headTimeout);
  }
}
