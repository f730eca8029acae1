package dev.pawl.bench.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * A persistent connection that implements only the parts of HTTP that the server uses, so that
 * measurements show the server and not the client.
 */
final class HttpConnection implements AutoCloseable {

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final String head;

  HttpConnection(URI server, String key) throws IOException {
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

  static byte[] request(URI server, String key, String method, String body) {
    return request(method, head(server, key), body);
  }

  private static byte[] request(String method, String head, String body) {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    byte[] start =
        (method + head + "Content-Length: " + content.length + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[start.length + content.length];
    System.arraycopy(start, 0, all, 0, start.length);
    System.arraycopy(content, 0, all, start.length, content.length);
    return all;
  }

  record Response(int status, String body) {}

  Response post(String path, String body) throws IOException {
    send("POST " + path, body);
    return readResponse();
  }

  Response get(String path) throws IOException {
    send("GET " + path, "");
    return readResponse();
  }

  /** Sends a request without reading the response. */
  void send(String request, String body) throws IOException {
    out.write(request(request, head, body));
  }

  private Response readResponse() throws IOException {
    int status = Integer.parseInt(readLine().split(" ")[1]);
    int length = 0;
    boolean chunked = false;
    for (String field = readLine(); !field.isEmpty(); field = readLine()) {
      String name = field.substring(0, field.indexOf(':'));
      if (name.equalsIgnoreCase("Content-Length")) {
        length = Integer.parseInt(field.substring(field.indexOf(':') + 1).strip());
      } else if (name.equalsIgnoreCase("Transfer-Encoding")) {
        chunked = true;
      }
    }
    return new Response(status, chunked ? readChunks() : readText(length));
  }

  private String readChunks() throws IOException {
    StringBuilder body = new StringBuilder();
    for (int size = readSize(); size > 0; size = readSize()) {
      body.append(readText(size));
      readLine();
    }
    readLine();
    return body.toString();
  }

  private int readSize() throws IOException {
    return Integer.parseInt(readLine().strip(), 16);
  }

  private String readText(int length) throws IOException {
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  private String readLine() throws IOException {
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
