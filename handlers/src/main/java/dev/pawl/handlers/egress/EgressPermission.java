package dev.pawl.handlers.egress;

import dev.pawl.sdk.OutboundConnection;
import java.util.HashSet;
import java.util.Set;

/**
 * What one call may reach beyond the policy of the operator.
 *
 * @param tenant the tenant that calls
 * @param privateNetworks true if loopback and private addresses are allowed, because the operator
 *     approved the connection; link-local addresses are not included
 * @param ports ports that the protocol uses
 */
public record EgressPermission(int tenant, boolean privateNetworks, Set<Integer> ports) {

  private static final Set<Integer> HTTP_PORTS = Set.of(80, 443);

  public EgressPermission {
    ports = Set.copyOf(ports);
  }

  /** Returns the permission of a call to a URL that a flow names: public addresses, 80 and 443. */
  public static EgressPermission http(int tenant) {
    return new EgressPermission(tenant, false, HTTP_PORTS);
  }

  /**
   * Returns the permission of a call through a connection.
   *
   * @param port port of the connection; allowed if the operator approved the connection for private
   *     networks, otherwise it must be one of the protocol or of the policy
   * @param protocolPorts ports of the protocol
   */
  public static EgressPermission connection(
      int tenant, OutboundConnection connection, int port, Set<Integer> protocolPorts) {
    Set<Integer> ports = new HashSet<>(protocolPorts);
    if (connection.allowPrivate()) {
      ports.add(port);
    }
    return new EgressPermission(tenant, connection.allowPrivate(), ports);
  }

  /** Returns the permission of a call through a connection of kind HTTP. */
  public static EgressPermission httpConnection(
      int tenant, OutboundConnection connection, int port) {
    return connection(tenant, connection, port, HTTP_PORTS);
  }
}
