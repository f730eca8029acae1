package dev.pawl.handlers.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Resolves host names to addresses. Tests replace it; production uses {@link #SYSTEM}. */
@FunctionalInterface
public interface HostResolver {

  /** Asks the resolver of the operating system. */
  HostResolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

  /**
   * Returns all addresses of a name, at least one.
   *
   * @throws UnknownHostException if the name has no address
   */
  List<InetAddress> resolve(String host) throws UnknownHostException;
}
