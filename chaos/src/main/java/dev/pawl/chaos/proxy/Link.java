package dev.pawl.chaos.proxy;

import dev.pawl.chaos.proxy.Wire.Message;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.Optional;

/** One connection through the proxy. */
final class Link {

  private static final int BUFFER = 1 << 16;

  private final Proxy proxy;
  private final Socket client;
  private final Socket server;
  private final Wire wire = new Wire();
  private volatile boolean awaitsOneByte;
  private volatile boolean swallows;

  Link(Proxy proxy, Socket client, Socket server) throws IOException {
    this.proxy = proxy;
    this.client = client;
    this.server = server;
    client.setTcpNoDelay(true);
    server.setTcpNoDelay(true);
  }

  /** Passes messages on until one side is gone. */
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
      // One side is gone, or speaks something else: the other side is told so below.
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
      Optional<Weather.Loss> loss = wire.statement(message).flatMap(proxy::judge);
      if (loss.isPresent() && loss.get() == Weather.Loss.REQUEST) {
        return;
      }
      cutsInFlight |= loss.isPresent() && loss.get() == Weather.Loss.IN_FLIGHT;
      swallows |= loss.isPresent() && loss.get() == Weather.Loss.ANSWER;
      message.write(out);
      if (message.type() == Wire.SYNC || message.type() == Wire.QUERY || in.available() == 0) {
        proxy.awaitPassage();
        out.flush();
      }
      if (cutsInFlight && (message.type() == Wire.SYNC || message.type() == Wire.QUERY)) {
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
      if (proxy.cutsAt(passed) || (swallows && message.type() == Wire.READY_FOR_QUERY)) {
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
    return new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER));
  }

  private static DataOutputStream output(Socket socket) throws IOException {
    return new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER));
  }

  void reset() {
    reset(client);
    reset(server);
  }

  /** Closes without a word: the other side gets a reset. */
  static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // It is gone already.
    }
  }
}
