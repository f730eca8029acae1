package dev.pawl.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calls a server byte by byte, for requests that no HTTP client sends. */
final class Wire {

  private static final int READ_TIMEOUT_MILLIS = (int) Duration.ofSeconds(20).toMillis();

  private static final Pattern LENGTH =
      Pattern.compile("(?is).*?\r\ncontent-length: *(\\d+)\r\n.*?\r\n\r\n");

  private static final Pattern CHUNKED =
      Pattern.compile("(?is).*?\r\ntransfer-encoding: *chunked\r\n.*?\r\n\r\n");

  private final URI server;
  private final String from;

  Wire(URI server) {
    this(server, "127.0.0.1");
  }

  private Wire(URI server, String from) {
    this.server = server;
    this.from = from;
  }

  /** Returns a client that connects from another loopback address. */
  Wire from(String address) {
    return new Wire(server, address);
  }

  /** A response as received. */
  record Answer(int status, List<String> headers, String body) {

    Optional<String> header(String name) {
      String start = name.toLowerCase(Locale.ROOT) + ":";
      return headers.stream()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
          .map(line -> line.substring(start.length()).strip())
          .findFirst();
    }
  }

  /** Sends a method, a path, further header lines and a body with its Content-Length. */
  Answer call(String method, String path, List<String> head, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    List<String> lines = new ArrayList<>(head);
    if (bytes.length > 0) {
      lines.add("Content-Length: " + bytes.length);
      lines.add("Content-Type: application/json");
    }
    return answers(
            "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%s\r\n"
                .formatted(
                    method,
                    path,
                    server.getAuthority(),
                    lines.isEmpty() ? "" : String.join("\r\n", lines) + "\r\n"),
            bytes)
        .getFirst();
  }

  /** Returns the first response, even if the server waits for more input. */
  Answer raw(String head, byte[] body) throws IOException {
    return parse(exchange(head, body, Wire::isWhole)).getFirst();
  }

  /** Returns all bytes until the server closes the connection or is silent for long. */
  List<Answer> answers(String head, byte[] body) throws IOException {
    return parse(exchange(head, body, text -> false));
  }

  /** Returns true if a response that declares its length has arrived completely. */
  private static boolean isWhole(CharSequence text) {
    if (CHUNKED.matcher(text).lookingAt()) {
      return text.toString().endsWith("\r\n0\r\n\r\n");
    }
    Matcher length = LENGTH.matcher(text);
    return length.lookingAt() && text.length() - length.end() >= Integer.parseInt(length.group(1));
  }

  private String exchange(String head, byte[] body, Predicate<CharSequence> isEnough)
      throws IOException {
    try (Socket socket = new Socket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
      socket.setSoTimeout(READ_TIMEOUT_MILLIS);
      socket.connect(
          new InetSocketAddress(server.getHost(), server.getPort()), READ_TIMEOUT_MILLIS);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      try {
        socket.getOutputStream().write(body);
        socket.getOutputStream().flush();
      } catch (IOException closed) {
        // The server has answered before it read the whole request.
      }
      return read(socket.getInputStream(), isEnough);
    }
  }

  private static String read(InputStream in, Predicate<CharSequence> isEnough) throws IOException {
    StringBuilder text = new StringBuilder();
    byte[] buffer = new byte[8192];
    try {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        text.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
        if (isEnough.test(text)) {
          break;
        }
      }
    } catch (SocketTimeoutException silent) {
      // The server keeps the connection open and has sent its response.
    } catch (IOException reset) {
      if (text.isEmpty()) {
        throw reset;
      }
    }
    return text.toString();
  }

  private static List<Answer> parse(String text) {
    List<Answer> answers = new ArrayList<>();
    for (String one : text.split("(?=HTTP/1\\.1 \\d{3})")) {
      if (!one.isBlank()) {
        String[] parts = one.split("\r\n\r\n", 2);
        List<String> lines = List.of(parts[0].split("\r\n"));
        answers.add(
            new Answer(
                Integer.parseInt(lines.getFirst().split(" ")[1]),
                lines.subList(1, lines.size()),
                parts.length > 1 ? body(one, parts[1]) : ""));
      }
    }
    return answers;
  }

  /** Returns the body without the sizes of its chunks; incomplete chunks stay as they are. */
  private static String body(String answer, String sent) {
    if (!CHUNKED.matcher(answer).lookingAt()) {
      return sent;
    }
    StringBuilder body = new StringBuilder();
    int at = 0;
    for (int end = sent.indexOf("\r\n"); end >= 0; end = sent.indexOf("\r\n", at)) {
      int size = Integer.parseInt(sent.substring(at, end), 16);
      body.append(sent, end + 2, Math.min(sent.length(), end + 2 + size));
      at = Math.min(sent.length(), end + 2 + size + 2);
    }
    return body.toString();
  }
}
