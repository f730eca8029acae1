package dev.pawl.handlers.egress;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * A host and port that the guard has allowed, with the addresses it has checked. Connect to these
 * addresses only; resolving the name again could give others.
 *
 * @param host the name or literal in lower case; TLS verifies it
 * @param addresses checked addresses, at least one, in the order of the resolver
 */
public record ResolvedTarget(String host, List<InetAddress> addresses, int port) {

  public ResolvedTarget {
    addresses = List.copyOf(addresses);
  }

  /** Returns the first checked address with the port. */
  public InetSocketAddress address() {
    return new InetSocketAddress(addresses.getFirst(), port);
  }
}
