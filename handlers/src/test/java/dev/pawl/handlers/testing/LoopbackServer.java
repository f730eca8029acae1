package dev.pawl.handlers.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/**
 * A server on an address of the loopback network that writes whatever its script says, byte by
 * byte. It counts connections, so that a test can show that none was made.
 */
public final class LoopbackServer implements AutoCloseable {

  /** Answers one request on its connection. */
  @FunctionalInterface
  public interface Script {
    void answer(Received request, OutputStream out) throws Exception;
  }

  /** A request as it came in; header names are in lower case. */
  public record Received(String method, String target, Map<String, String> headers, String body) {}

  private final ServerSocket socket;
  private final Script script;
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private final List<Received> requests = new CopyOnWriteArrayList<>();
  private final List<Socket> clients = new CopyOnWriteArrayList<>();

  private LoopbackServer(ServerSocket socket, Script script) {
    this.socket = socket;
    this.script = script;
  }

  /** Starts a server on an address such as {@code 127.0.0.2} and a free port. */
  public static LoopbackServer start(String address, Script script) throws IOException {
    return start(address, new ServerSocket(), script);
  }

  /** Starts a server with encrypted connections. */
  public static LoopbackServer startTls(String address, SSLContext tls, Script script)
      throws IOException {
    return start(address, tls.getServerSocketFactory().createServerSocket(), script);
  }

  private static LoopbackServer start(String address, ServerSocket socket, Script script)
      throws IOException {
    socket.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
    LoopbackServer server = new LoopbackServer(socket, script);
    Thread.startVirtualThread(server::accept);
    return server;
  }

  /** Returns a script that answers with a status line and a JSON body. */
  public static Script json(String status, String body) {
    return (request, out) -> write(out, status, "Content-Type: application/json\r\n", body);
  }

  /** Returns a script that answers with a status line and one header. */
  public static Script header(String status, String header) {
    return (request, out) -> write(out, status, header + "\r\n", "");
  }

  /** Writes a complete answer. */
  public static void write(OutputStream out, String status, String headers, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "HTTP/1.1 %s\r\n%sContent-Length: %d\r\n\r\n".formatted(status, headers, bytes.length);
    out.write(head.getBytes(StandardCharsets.ISO_8859_1));
    out.write(bytes);
    out.flush();
  }

  public int port() {
    return socket.getLocalPort();
  }

  /** Returns the number of connections that were made so far. */
  public int connections() {
    return connections.get();
  }

  /** Returns the number of connections whose script still runs. */
  public int open() {
    return open.get();
  }

  public List<Received> requests() {
    return requests;
  }

  public Received lastRequest() {
    return requests.getLast();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        connections.incrementAndGet();
        clients.add(client);
        Thread.startVirtualThread(() -> serve(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    open.incrementAndGet();
    try (client) {
      Received request = read(new BufferedInputStream(client.getInputStream()));
      requests.add(request);
      script.answer(request, client.getOutputStream());
    } catch (Exception e) {
      // The client is gone, or the script ended the connection; the test looks at the client.
    } finally {
      open.decrementAndGet();
    }
  }

  private static Received read(InputStream in) throws IOException {
    String[] start = line(in).split(" ");
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    return new Received(start[0], start[1], headers, body);
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int octet = in.read(); octet != '\n'; octet = in.read()) {
      if (octet < 0) {
        throw new IOException("closed");
      }
      if (octet != '\r') {
        line.write(octet);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() {
    try {
      socket.close();
      for (Socket client : clients) {
        client.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
