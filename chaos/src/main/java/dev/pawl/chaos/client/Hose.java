package dev.pawl.chaos.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Sends the same request again and again by one connection, at hardly any cost: what is measured
 * beside it on the same machine is the servers.
 */
public final class Hose implements AutoCloseable {

  private final Socket socket;
  private final InputStream in;
  private final byte[] request;

  /**
   * @param key the caller's API key
   * @param body JSON
   */
  public Hose(int port, String key, String path, String body) throws IOException {
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
    this.socket.setTcpNoDelay(true);
    this.in = new BufferedInputStream(socket.getInputStream());
    this.request =
        """
        POST %s HTTP/1.1\r
        Host: localhost\r
        Authorization: Bearer %s\r
        Content-Type: application/json\r
        Content-Length: %d\r
        \r
        %s\
        """
            .formatted(path, key, body.length(), body)
            .getBytes(StandardCharsets.US_ASCII);
  }

  /** What a server said. */
  public record Reply(int status, String body) {}

  public Reply send() throws IOException {
    socket.getOutputStream().write(request);
    int status = Integer.parseInt(line().split(" ", 3)[1]);
    int length = 0;
    boolean chunked = false;
    for (String head = line(); !head.isEmpty(); head = line()) {
      String[] parts = head.toLowerCase(Locale.ROOT).split(": *", 2);
      if (parts[0].equals("content-length")) {
        length = Integer.parseInt(parts[1]);
      }
      chunked |= parts[0].equals("transfer-encoding") && parts[1].equals("chunked");
    }
    byte[] body = chunked ? chunks() : in.readNBytes(length);
    return new Reply(status, new String(body, StandardCharsets.UTF_8));
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = chunk(); size > 0; size = chunk()) {
      body.write(in.readNBytes(size));
      line();
    }
    line();
    return body.toByteArray();
  }

  private int chunk() throws IOException {
    return Integer.parseInt(line(), 16);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the server has hung up");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
