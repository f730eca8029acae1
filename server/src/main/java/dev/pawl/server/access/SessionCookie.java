package dev.pawl.server.access;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;

/**
 * The cookie of a session, and what a request that brings it must show besides.
 *
 * @param isSecure whether browsers speak TLS with this server; then only a cookie counts that no
 *     other server of the same domain can set
 */
record SessionCookie(boolean isSecure) {

  /** Any value will do: a page of another site cannot send it without being allowed to. */
  static final String CLIENT = "X-Pawl-Client";

  private static final String NAME = "pawl_session";
  private static final String SECURE_NAME = "__Host-" + NAME;
  private static final Set<String> LOOKING = Set.of("GET", "HEAD");

  private String name() {
    return isSecure ? SECURE_NAME : NAME;
  }

  Optional<String> read(HttpServletRequest request) {
    Cookie[] cookies = request.getCookies();
    return cookies == null
        ? Optional.empty()
        : Stream.of(cookies)
            .filter(cookie -> cookie.getName().equals(name()))
            .map(Cookie::getValue)
            .findFirst();
  }

  /** Gone when the browser closes, or when the session is over. */
  String of(String session) {
    return ResponseCookie.from(name(), session)
        .path("/")
        .httpOnly(true)
        .secure(isSecure)
        .sameSite("Lax")
        .maxAge(SignIns.SESSION)
        .build()
        .toString();
  }

  /** A browser sends the cookie for whichever page asks it to; only our own may change things. */
  boolean isFromElsewhere(HttpServletRequest request) {
    if (LOOKING.contains(request.getMethod())) {
      return false;
    }
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    String host = request.getHeader(HttpHeaders.HOST);
    return request.getHeader(CLIENT) == null
        || !((isSecure ? "https://" : "http://") + host).equals(origin);
  }
}
