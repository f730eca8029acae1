package dev.pawl.handlers.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Parses hosts so that no other parser can read them in another way: DNS names in ASCII, dotted
 * IPv4 addresses without leading zeros, and IPv6 addresses without scope.
 */
final class HostName {

  private static final int MAX_NAME_CHARACTERS = 253;

  private static final Pattern NAME =
      Pattern.compile("([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?");

  private static final Pattern IPV4_NUMBER =
      Pattern.compile("0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5]");

  private static final Pattern IPV6_CHARACTERS = Pattern.compile("[0-9a-fA-F:.]{2,45}");

  private HostName() {}

  /** Returns the host in lower case, without the brackets of a literal; empty if it is refused. */
  static Optional<String> normalise(String host) {
    if (literal(host).isPresent()) {
      return Optional.of(withoutBrackets(host).toLowerCase(Locale.ROOT));
    }
    String name = host.toLowerCase(Locale.ROOT);
    boolean ascii = host.chars().allMatch(character -> character < 128);
    return ascii && name.length() <= MAX_NAME_CHARACTERS && NAME.matcher(name).matches()
        ? Optional.of(name)
        : Optional.empty();
  }

  /** Returns the address of an IP literal, with or without brackets; empty for anything else. */
  static Optional<InetAddress> literal(String host) {
    try {
      String text = withoutBrackets(host);
      if (text.indexOf(':') >= 0) {
        // A text with a colon is never looked up in the DNS.
        return IPV6_CHARACTERS.matcher(text).matches()
            ? Optional.of(InetAddress.getByName(text))
            : Optional.empty();
      }
      return text.equals(host) ? ipv4(host) : Optional.empty();
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  private static Optional<InetAddress> ipv4(String text) throws UnknownHostException {
    String[] numbers = text.split("\\.", -1);
    if (numbers.length != 4) {
      return Optional.empty();
    }
    byte[] address = new byte[4];
    for (int i = 0; i < 4; i++) {
      if (!IPV4_NUMBER.matcher(numbers[i]).matches()) {
        return Optional.empty();
      }
      address[i] = (byte) Integer.parseInt(numbers[i]);
    }
    return Optional.of(InetAddress.getByAddress(address));
  }

  private static String withoutBrackets(String host) {
    return host.length() > 2 && host.startsWith("[") && host.endsWith("]")
        ? host.substring(1, host.length() - 1)
        : host;
  }
}
