package dev.pawl.chaos.client;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * Sends one request repeatedly over one connection with little CPU, so that measurements on the
 * same machine show the servers.
 */
public final class RequestHose implements AutoCloseable {

  private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final String CLOSES = "\r\nConnection: close\r\n";
  private static final String LENGTH = "\r\nContent-Length: ";
  private static final String CHUNKED = "\r\nTransfer-Encoding: chunked\r\n";
  private static final int LINE_BREAK = "\r\n".length();

  /** The offset of the status code, after the HTTP version. */
  private static final int STATUS = "HTTP/1.1 ".length();

  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(10);

  private final Socket socket;
  private final InputStream in;
  private final byte[] request;
  private byte[] answer = new byte[4_096];
  private int filled;
  private boolean isClosed;

  /**
   * Connects to a server on this machine.
   *
   * @param key the caller's API key
   * @param body the request body, JSON in ASCII
   */
  public RequestHose(int port, String key, String path, String body) throws IOException {
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
    this.socket.setTcpNoDelay(true);
    this.socket.setSoTimeout((int) RESPONSE_TIMEOUT.toMillis());
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

  /** The response of a server. */
  public record Reply(int status, String body) {}

  /** Sends the request once and reads its response. */
  public Reply send() throws IOException {
    socket.getOutputStream().write(request);
    int end = head();
    int status = Integer.parseInt(ascii(STATUS, STATUS + 3));
    String head = ascii(0, end);
    isClosed = head.contains(CLOSES);
    return new Reply(status, head.contains(CHUNKED) ? chunks(end) : body(end, length(head)));
  }

  private String body(int from, int length) throws IOException {
    await(from + length);
    String body = new String(answer, from, length, StandardCharsets.UTF_8);
    discard(from + length);
    return body;
  }

  private String chunks(int from) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int at = from;
    while (true) {
      int line = lineEnd(at);
      int size = Integer.parseInt(ascii(at, line), 16);
      int chunk = line + LINE_BREAK;
      await(chunk + size + LINE_BREAK);
      body.write(answer, chunk, size);
      at = chunk + size + LINE_BREAK;
      if (size == 0) {
        discard(at);
        return body.toString(StandardCharsets.UTF_8);
      }
    }
  }

  private int lineEnd(int from) throws IOException {
    for (int at = from; ; at++) {
      await(at + LINE_BREAK);
      if (answer[at] == '\r' && answer[at + 1] == '\n') {
        return at;
      }
    }
  }

  private void await(int size) throws IOException {
    while (filled < size) {
      fill();
    }
  }

  private void discard(int size) {
    System.arraycopy(answer, size, answer, 0, filled - size);
    filled -= size;
  }

  /** Returns true if the last response announced that the server closes the connection. */
  public boolean isClosed() {
    return isClosed;
  }

  /** Reads until the head is complete; returns its length. */
  private int head() throws IOException {
    for (int at = 0; ; at++) {
      await(at + END.length);
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
      throw new IOException("a response with neither length nor chunks: " + head);
    }
    return Integer.parseInt(head.substring(at + LENGTH.length(), head.indexOf('\r', at + 2)));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
