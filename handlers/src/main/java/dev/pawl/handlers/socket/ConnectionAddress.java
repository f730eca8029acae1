package dev.pawl.handlers.socket;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The host and port of a connection that is not HTTP. */
record ConnectionAddress(String host, int port) {

  private static final Pattern ADDRESS =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|([^:\\[\\]/@\\s]+))(?::([0-9]{1,5}))?");

  /** Reads {@code host}, {@code host:port} or {@code [IPv6]:port}; empty if it is none of them. */
  static Optional<ConnectionAddress> parse(String text, int defaultPort) {
    Matcher matcher = ADDRESS.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String host = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
    int port = matcher.group(3) != null ? Integer.parseInt(matcher.group(3)) : defaultPort;
    return Optional.of(new ConnectionAddress(host, port));
  }
}
