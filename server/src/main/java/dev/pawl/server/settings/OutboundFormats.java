package dev.pawl.server.settings;

import dev.pawl.handlers.egress.NetworkRange;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Formats of the settings about outgoing connections, which are lists with commas. */
public final class OutboundFormats {

  /** Host names, or {@code *.} and the name of a domain. */
  static final SettingFormat HOSTS =
      value ->
          invalid(value, OutboundFormats::isHost)
              .map(
                  host ->
                      "has the invalid host '%s'; write names such as api.example.com,*.example.org"
                          .formatted(host));

  /** Networks in CIDR notation. */
  static final SettingFormat RANGES =
      value ->
          invalid(value, OutboundFormats::isRange)
              .map(
                  range ->
                      "has the invalid range '%s'; write ranges such as 10.20.0.0/16,fd12:3456::/32"
                          .formatted(range));

  /** Numbers of ports. */
  static final SettingFormat PORTS =
      value ->
          invalid(value, OutboundFormats::isPort)
              .map(
                  port ->
                      "has the invalid port '%s'; write numbers from 1 to 65535, such as 8443,9000"
                          .formatted(port));

  private static final Pattern HOST =
      Pattern.compile("(?:\\*\\.)?[A-Za-z0-9](?:[A-Za-z0-9.:-]{0,252}[A-Za-z0-9])?");
  private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");
  private static final int MAX_PORT = 65_535;

  private OutboundFormats() {}

  /** Returns the elements of a list; none if the text is empty. */
  public static List<String> elements(String value) {
    return value.isEmpty() ? List.of() : split(value);
  }

  private static List<String> split(String value) {
    return Stream.of(value.split(",", -1)).map(String::strip).toList();
  }

  private interface Rule {
    boolean allows(String element);
  }

  private static Optional<String> invalid(String value, Rule rule) {
    return split(value).stream().filter(element -> !rule.allows(element)).findFirst();
  }

  private static boolean isHost(String text) {
    return HOST.matcher(text).matches();
  }

  private static boolean isRange(String text) {
    try {
      NetworkRange.parse(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isPort(String text) {
    return PORT.matcher(text).matches() && Integer.parseInt(text) <= MAX_PORT;
  }
}
