package dev.pawl.postgres.database;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Parses database addresses in the formats of JDBC and of libpq. */
final class DatabaseUrl {

  private static final List<String> SCHEMES =
      List.of("jdbc:postgresql://", "postgresql://", "postgres://");

  private DatabaseUrl() {}

  static Database parse(String url) {
    String scheme =
        SCHEMES.stream()
            .filter(url::startsWith)
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(unreadable()));
    String rest = url.substring(scheme.length());
    String address = upTo(rest, '?');
    String hosts = upTo(address, '/');
    int at = hosts.lastIndexOf('@');
    String user = at < 0 ? "" : decode(upTo(hosts.substring(0, at), ':'));
    String password = at < 0 ? "" : decode(after(hosts.substring(0, at), ':'));
    var kept = new ArrayList<String>();
    for (String parameter : after(rest, '?').split("&")) {
      switch (upTo(parameter, '=')) {
        case "user" -> user = decode(after(parameter, '='));
        case "password" -> password = decode(after(parameter, '='));
        case "" -> {}
        default -> kept.add(parameter);
      }
    }
    String clean = "jdbc:postgresql://" + address.substring(at + 1);
    return new Database(
        kept.isEmpty() ? clean : clean + "?" + String.join("&", kept), user, password);
  }

  /** Omits the address itself, which may contain a password. */
  private static String unreadable() {
    return "not the address of a PostgreSQL database: it looks like"
        + " postgresql://user:password@host:5432/name or jdbc:postgresql://host:5432/name";
  }

  private static String upTo(String text, char mark) {
    int at = text.indexOf(mark);
    return at < 0 ? text : text.substring(0, at);
  }

  private static String after(String text, char mark) {
    int at = text.indexOf(mark);
    return at < 0 ? "" : text.substring(at + 1);
  }

  /** Decodes percent-encoding; a plus sign stays as it is, unlike in HTML forms. */
  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
