package dev.pawl.chaos.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A TCP load balancer in front of several servers: each connection goes to the next server that
 * accepts it.
 */
final class LoadBalancer implements AutoCloseable {

  private final ServerSocket endpoint;
  private final Supplier<List<Integer>> ports;
  private final AtomicInteger turn = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private LoadBalancer(ServerSocket endpoint, Supplier<List<Integer>> ports) {
    this.endpoint = endpoint;
    this.ports = ports;
  }

  static LoadBalancer of(Supplier<List<Integer>> ports) throws IOException {
    LoadBalancer front =
        new LoadBalancer(new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress()), ports);
    Thread.ofVirtual().start(front::accept);
    return front;
  }

  int port() {
    return endpoint.getLocalPort();
  }

  private void accept() {
    while (!endpoint.isClosed()) {
      try {
        Socket client = endpoint.accept();
        open.add(client);
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException closed) {
        // The loop above tries again.
      }
    }
  }

  private void serve(Socket client) {
    Socket server = connect();
    if (server == null) {
      end(List.of(client));
      return;
    }
    open.add(server);
    List<Socket> both = List.of(client, server);
    Thread.ofVirtual().start(() -> pump(server, client, both));
    pump(client, server, both);
  }

  private @Nullable Socket connect() {
    List<Integer> now = ports.get();
    for (int i = 0; i < now.size(); i++) {
      int port = now.get(Math.floorMod(turn.getAndIncrement(), now.size()));
      try {
        return new Socket(InetAddress.getLoopbackAddress(), port);
      } catch (IOException unreachable) {
        // Try the next server.
      }
    }
    return null;
  }

  private void pump(Socket from, Socket to, Collection<Socket> both) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException cut) {
      // The other side sees the closed connection.
    } finally {
      end(both);
    }
  }

  private void end(Collection<Socket> sockets) {
    for (Socket socket : sockets) {
      open.remove(socket);
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    endpoint.close();
    end(List.copyOf(open));
  }
}
