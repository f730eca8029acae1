package dev.pawl.server;

import dev.pawl.postgres.database.Database;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Forwards connections to a local database; it can be cut and restored. */
final class Relay implements AutoCloseable {

  private static final Pattern ADDRESS = Pattern.compile("//([^:/]+):(\\d+)/");

  private final Database behind;
  private final String host;
  private final int port;
  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean isCut;

  Relay(Database behind) throws IOException {
    Matcher address = ADDRESS.matcher(behind.url());
    if (!address.find()) {
      throw new IllegalArgumentException(behind.url());
    }
    this.behind = behind;
    this.host = address.group(1);
    this.port = Integer.parseInt(address.group(2));
    this.listener = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    Thread.ofPlatform().daemon().start(this::accept);
  }

  /** Returns the settings of the database by way of this relay. */
  Database database() {
    String url =
        ADDRESS.matcher(behind.url()).replaceFirst("//127.0.0.1:" + listener.getLocalPort() + "/");
    return new Database(url, behind.user(), behind.password());
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        sockets.add(client);
        if (isCut) {
          client.close();
        } else {
          Socket server = new Socket(host, port);
          sockets.add(server);
          Thread.ofVirtual().start(() -> copy(client, server));
          Thread.ofVirtual().start(() -> copy(server, client));
        }
      } catch (IOException closed) {
        // The connection was closed by either side.
      }
    }
  }

  private void copy(Socket from, Socket to) {
    try (from;
        to;
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException gone) {
      // Both directions end together.
    } finally {
      sockets.remove(from);
    }
  }

  /** Closes all connections and refuses new ones. */
  void cut() throws IOException {
    isCut = true;
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  void mend() {
    isCut = false;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    cut();
  }
}
