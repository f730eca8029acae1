package dev.pawl.bench.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * A connection that is kept open and used again and again. It understands as much of HTTP as the
 * server speaks, so that what is measured is the server and not its client.
 */
final class KeptAlive implements AutoCloseable {

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final String head;

  KeptAlive(URI server, String key) throws IOException {
    socket = new Socket(server.getHost(), server.getPort());
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
    out = socket.getOutputStream();
    head = head(server, key);
  }

  private static String head(URI server, String key) {
    return " HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"
        .formatted(server.getAuthority(), key);
  }

  static byte[] request(URI server, String key, String what, String body) {
    return request(what, head(server, key), body);
  }

  private static byte[] request(String what, String head, String body) {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    byte[] start =
        (what + head + "Content-Length: " + content.length + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[start.length + content.length];
    System.arraycopy(start, 0, all, 0, start.length);
    System.arraycopy(content, 0, all, start.length, content.length);
    return all;
  }

  record Answer(int status, String body) {}

  Answer post(String path, String body) throws IOException {
    send("POST " + path, body);
    return answer();
  }

  Answer get(String path) throws IOException {
    send("GET " + path, "");
    return answer();
  }

  /** Asks, and does not read the answer. */
  void send(String request, String body) throws IOException {
    out.write(request(request, head, body));
  }

  private Answer answer() throws IOException {
    int status = Integer.parseInt(line().split(" ")[1]);
    int length = 0;
    boolean chunked = false;
    for (String field = line(); !field.isEmpty(); field = line()) {
      String name = field.substring(0, field.indexOf(':'));
      if (name.equalsIgnoreCase("Content-Length")) {
        length = Integer.parseInt(field.substring(field.indexOf(':') + 1).strip());
      } else if (name.equalsIgnoreCase("Transfer-Encoding")) {
        chunked = true;
      }
    }
    return new Answer(status, chunked ? chunks() : text(length));
  }

  private String chunks() throws IOException {
    StringBuilder body = new StringBuilder();
    for (int size = size(); size > 0; size = size()) {
      body.append(text(size));
      line();
    }
    line();
    return body.toString();
  }

  private int size() throws IOException {
    return Integer.parseInt(line().strip(), 16);
  }

  private String text(int length) throws IOException {
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder(64);
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the server hung up");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
