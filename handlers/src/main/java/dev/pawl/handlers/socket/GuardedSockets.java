package dev.pawl.handlers.socket;

import dev.pawl.handlers.egress.EgressDeniedException;
import dev.pawl.handlers.egress.EgressGuard;
import dev.pawl.handlers.egress.EgressPermission;
import dev.pawl.handlers.egress.ResolvedTarget;
import dev.pawl.sdk.OutboundConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Opens sockets of connections to exactly the addresses that the egress guard has checked. TLS
 * verifies the certificate and its host name.
 */
public final class GuardedSockets {

  private static final int CONNECT_TIMEOUT_MILLIS = 5_000;

  private final EgressGuard guard;
  private final SSLSocketFactory tls;

  /**
   * Creates the opener.
   *
   * @param tls creates the TLS sockets; it decides which certificates are trusted
   */
  public GuardedSockets(EgressGuard guard, SSLSocketFactory tls) {
    this.guard = guard;
    this.tls = tls;
  }

  /** Creates an opener that trusts the certificates that the JVM trusts. */
  public GuardedSockets(EgressGuard guard) {
    this(guard, (SSLSocketFactory) SSLSocketFactory.getDefault());
  }

  /** Returns what creates TLS sockets, for protocols that start TLS later. */
  public SSLSocketFactory tls() {
    return tls;
  }

  /**
   * The ports of a protocol.
   *
   * @param standard port of a connection whose address names none
   * @param allowed ports that need no permission of the operator
   */
  public record ProtocolPorts(int standard, Set<Integer> allowed) {

    public ProtocolPorts {
      allowed = Set.copyOf(allowed);
    }
  }

  /** Returns {@code host:port} of a connection, its name as a downstream; empty if malformed. */
  public static Optional<String> hostAndPort(OutboundConnection connection, ProtocolPorts ports) {
    return ConnectionAddress.parse(connection.address(), ports.standard())
        .map(
            address ->
                (address.host().contains(":") ? "[" + address.host() + "]" : address.host())
                        .toLowerCase(Locale.ROOT)
                    + ":"
                    + address.port());
  }

  /**
   * Connects, and starts TLS if the connection asks for it from the first byte. The remote address
   * of the socket carries the host name of the connection.
   *
   * @param readTimeout maximum time of one read
   * @throws EgressDeniedException if the policy does not allow the target
   * @throws IllegalArgumentException if the address of the connection is malformed
   * @throws IOException if the host is unknown or no address accepts the connection
   */
  public Socket open(
      int tenant, OutboundConnection connection, ProtocolPorts ports, Duration readTimeout)
      throws EgressDeniedException, IOException {
    ConnectionAddress address =
        ConnectionAddress.parse(connection.address(), ports.standard())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "address %s of the connection %s is not host:port"
                            .formatted(connection.address(), connection.name())));
    ResolvedTarget target =
        guard.check(
            address.host(),
            address.port(),
            EgressPermission.connection(tenant, connection, address.port(), ports.allowed()));
    Socket socket = connect(target);
    try {
      socket.setSoTimeout((int) Math.max(1, readTimeout.toMillis()));
      socket.setTcpNoDelay(true);
      return connection.tls() == OutboundConnection.Tls.TLS ? secured(socket, target) : socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static Socket connect(ResolvedTarget target) throws IOException {
    IOException failure = new IOException(target.host() + " has no address");
    for (InetAddress address : target.addresses()) {
      // Without a proxy: one of the environment would resolve the name again.
      Socket socket = new Socket(Proxy.NO_PROXY);
      try {
        // The name goes with the address, so that nothing looks it up again.
        InetAddress named = InetAddress.getByAddress(target.host(), address.getAddress());
        socket.connect(new InetSocketAddress(named, target.port()), CONNECT_TIMEOUT_MILLIS);
        return socket;
      } catch (IOException e) {
        socket.close();
        failure = e;
      }
    }
    throw failure;
  }

  private Socket secured(Socket socket, ResolvedTarget target) throws IOException {
    SSLSocket secured = (SSLSocket) tls.createSocket(socket, target.host(), target.port(), true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }
}
