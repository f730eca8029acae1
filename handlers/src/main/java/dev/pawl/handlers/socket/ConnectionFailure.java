package dev.pawl.handlers.socket;

import dev.pawl.sdk.OutboundConnection;
import java.io.IOException;
import javax.net.ssl.SSLException;

/** Describes failures of connections without distinguishing a closed port from a filtered one. */
public final class ConnectionFailure {

  private ConnectionFailure() {}

  /** Returns a message that is safe to show to authors of flows. */
  public static String describe(OutboundConnection connection, IOException failure) {
    String problem =
        failure instanceof SSLException
            ? "no encrypted connection: check that the certificate is valid and names this host"
            : "no response: the connection failed or was closed";
    return "connection %s to %s: %s".formatted(connection.name(), connection.address(), problem);
  }
}
