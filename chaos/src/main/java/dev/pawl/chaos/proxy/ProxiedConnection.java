package dev.pawl.chaos.proxy;

import dev.pawl.chaos.proxy.PostgresProtocol.Message;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.Optional;

/** One connection through the proxy. */
final class ProxiedConnection {

  private static final int BUFFER_BYTES = 1 << 16;

  private final Proxy proxy;
  private final Socket client;
  private final Socket server;
  private final PostgresProtocol wire = new PostgresProtocol();
  private volatile boolean awaitsOneByte;
  private volatile boolean swallows;

  ProxiedConnection(Proxy proxy, Socket client, Socket server) throws IOException {
    this.proxy = proxy;
    this.client = client;
    this.server = server;
    client.setTcpNoDelay(true);
    server.setTcpNoDelay(true);
  }

  /** Forwards messages until one side closes. */
  void run() {
    Thread down = Thread.ofVirtual().name("proxy-down").start(() -> until(this::passDown));
    until(this::passUp);
    down.interrupt();
    proxy.gone(this);
  }

  private interface Pump {
    void pass() throws IOException, InterruptedException;
  }

  private void until(Pump pump) {
    try {
      pump.pass();
    } catch (IOException | InterruptedException | IndexOutOfBoundsException e) {
      // One side has closed or sends no PostgreSQL protocol; both sides are closed below.
    } finally {
      reset();
    }
  }

  private void passUp() throws IOException, InterruptedException {
    DataInputStream in = input(client);
    DataOutputStream out = output(server);
    while (true) {
      Message startup = Message.readUntyped(in);
      awaitsOneByte = startup.asksForEncryption();
      proxy.awaitPassage();
      startup.write(out);
      out.flush();
      if (!startup.asksForEncryption()) {
        break;
      }
    }
    boolean cutsInFlight = false;
    while (true) {
      Message message = Message.read(in.readUnsignedByte(), in);
      Optional<ProxyFault.CutPoint> loss = wire.statement(message).flatMap(proxy::judge);
      if (loss.isPresent() && loss.get() == ProxyFault.CutPoint.REQUEST) {
        return;
      }
      cutsInFlight |= loss.isPresent() && loss.get() == ProxyFault.CutPoint.IN_FLIGHT;
      swallows |= loss.isPresent() && loss.get() == ProxyFault.CutPoint.ANSWER;
      message.write(out);
      if (message.type() == PostgresProtocol.SYNC
          || message.type() == PostgresProtocol.QUERY
          || in.available() == 0) {
        proxy.awaitPassage();
        out.flush();
      }
      if (cutsInFlight
          && (message.type() == PostgresProtocol.SYNC
              || message.type() == PostgresProtocol.QUERY)) {
        return;
      }
    }
  }

  private void passDown() throws IOException, InterruptedException {
    DataInputStream in = input(server);
    DataOutputStream out = output(client);
    long passed = 0;
    while (true) {
      int type = in.readUnsignedByte();
      if (awaitsOneByte) {
        awaitsOneByte = false;
        out.writeByte(type);
        out.flush();
        continue;
      }
      Message message = Message.read(type, in);
      passed += message.body().length + 5L;
      if (proxy.cutsAt(passed)
          || (swallows && message.type() == PostgresProtocol.READY_FOR_QUERY)) {
        return;
      }
      if (swallows) {
        continue;
      }
      message.write(out);
      if (in.available() == 0) {
        proxy.awaitPassage();
        out.flush();
      }
    }
  }

  private static DataInputStream input(Socket socket) throws IOException {
    return new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES));
  }

  private static DataOutputStream output(Socket socket) throws IOException {
    return new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES));
  }

  void reset() {
    reset(client);
    reset(server);
  }

  /** Closes the socket so that the other side gets a reset. */
  static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // The socket is closed already.
    }
  }
}
