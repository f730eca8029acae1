package dev.pawl.server.outbound;

import dev.pawl.sdk.OutboundConnection.Kind;
import dev.pawl.server.problem.ApiException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks the form of the addresses of connections; where they lead is checked at each call. */
final class ConnectionAddress {

  private static final int MAX_ADDRESS_CHARACTERS = 2_000;
  private static final int MAX_PORT = 65_535;
  private static final Pattern HOST_AND_PORT =
      Pattern.compile("(?:[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+]):([0-9]{1,5})");

  private ConnectionAddress() {}

  static void check(Kind kind, String address) {
    if (address.length() > MAX_ADDRESS_CHARACTERS) {
      throw refused(
          "address: %d characters are above the maximum of %d"
              .formatted(address.length(), MAX_ADDRESS_CHARACTERS));
    }
    switch (kind) {
      case HTTP -> checkUrl(address);
      case SMTP, SMPP -> checkHostAndPort(kind, address);
    }
  }

  private static void checkUrl(String address) {
    URI url;
    try {
      url = new URI(address);
    } catch (URISyntaxException e) {
      throw refused("address: use a URL such as https://crm.example/api");
    }
    String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
    if (url.getRawUserInfo() != null) {
      throw refused("address: a URL must not contain a user or password; use auth");
    }
    if (!Set.of("http", "https").contains(scheme)
        || url.getHost() == null
        || url.getRawQuery() != null
        || url.getRawFragment() != null) {
      throw refused(
          "address: '%s' is not the URL of a server, such as https://crm.example/api, without query and fragment"
              .formatted(address));
    }
  }

  private static void checkHostAndPort(Kind kind, String address) {
    Matcher parts = HOST_AND_PORT.matcher(address);
    int port = parts.matches() ? Integer.parseInt(parts.group(1)) : 0;
    if (port < 1 || port > MAX_PORT) {
      throw refused(
          "address: '%s' is not host:port, such as %s.example:%d"
              .formatted(
                  address, kind.name().toLowerCase(Locale.ROOT), kind == Kind.SMTP ? 587 : 2775));
    }
  }

  private static ApiException refused(String detail) {
    return ApiException.refused("bad-connection", detail);
  }
}
