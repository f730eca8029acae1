package dev.pawl.server.access;

import jakarta.servlet.http.HttpServletRequest;
import java.util.regex.Pattern;

/** A key where it does not belong: addresses end up in logs and histories. */
final class KeyInQuery {

  // As it stands, or with any part of it percent-encoded: a query has no business with the rest.
  private static final Pattern KEY =
      Pattern.compile("(?i)(p|%70)(a|%61)(w|%77)(l|%6c)(_|%5f)(%3[0-9]|%6[1-6]|[0-9a-f]){8,}");

  private KeyInQuery() {}

  static boolean isIn(HttpServletRequest request) {
    String query = request.getQueryString();
    return query != null && KEY.matcher(query).find();
  }
}
