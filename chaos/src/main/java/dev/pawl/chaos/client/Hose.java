package dev.pawl.chaos.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * Sends the same request again and again by one connection, at hardly any cost: what is measured
 * beside it on the same machine is the servers.
 */
public final class Hose implements AutoCloseable {

  private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final String CLOSES = "\r\nConnection: close\r\n";
  private static final String LENGTH = "\r\nContent-Length: ";

  /** Where it begins, behind the version. */
  private static final int STATUS = "HTTP/1.1 ".length();

  /** How long a server may take to answer. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Socket socket;
  private final InputStream in;
  private final byte[] request;
  private byte[] answer = new byte[4_096];
  private int filled;
  private boolean isClosed;

  /**
   * @param key the caller's API key
   * @param body JSON
   */
  public Hose(int port, String key, String path, String body) throws IOException {
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
    this.socket.setTcpNoDelay(true);
    this.socket.setSoTimeout((int) PATIENCE.toMillis());
    this.in = socket.getInputStream();
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

  /** Asks once; the answer must tell its length. */
  public Reply send() throws IOException {
    socket.getOutputStream().write(request);
    int end = head();
    int status = Integer.parseInt(ascii(STATUS, STATUS + 3));
    String head = ascii(0, end);
    isClosed = head.contains(CLOSES);
    int length = length(head);
    while (filled < end + length) {
      fill();
    }
    String body = new String(answer, end, length, StandardCharsets.UTF_8);
    System.arraycopy(answer, end + length, answer, 0, filled - end - length);
    filled -= end + length;
    return new Reply(status, body);
  }

  /** Whether the last answer said that it was the last one. */
  public boolean isClosed() {
    return isClosed;
  }

  /** Reads until the head is whole; where it ends. */
  private int head() throws IOException {
    for (int at = 0; ; at++) {
      while (filled < at + END.length) {
        fill();
      }
      if (Arrays.equals(answer, at, at + END.length, END, 0, END.length)) {
        return at + END.length;
      }
    }
  }

  private void fill() throws IOException {
    if (filled == answer.length) {
      answer = Arrays.copyOf(answer, 2 * filled);
    }
    int read = in.read(answer, filled, answer.length - filled);
    if (read < 0) {
      throw new EOFException("the server has hung up");
    }
    filled += read;
  }

  private String ascii(int from, int to) {
    return new String(answer, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private static int length(String head) throws IOException {
    int at = head.indexOf(LENGTH);
    if (at < 0) {
      throw new IOException("an answer without a length: " + head);
    }
    return Integer.parseInt(head.substring(at + LENGTH.length(), head.indexOf('\r', at + 2)));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
