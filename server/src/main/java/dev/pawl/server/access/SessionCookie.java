package dev.pawl.server.access;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;

/**
 * The cookie of a session, and the protection of requests that send it.
 *
 * @param isSecure true if browsers use TLS; the cookie then has a name that no other server of the
 *     same domain can set
 */
public record SessionCookie(boolean isSecure) {

  /** A header with any value: a page of another site cannot send it without CORS. */
  public static final String CLIENT_HEADER = "X-Pawl-Client";

  private static final String NAME = "pawl_session";
  private static final String SECURE_NAME = "__Host-" + NAME;
  private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD");

  private String name() {
    return isSecure ? SECURE_NAME : NAME;
  }

  /** Returns the session of a request. */
  public Optional<String> read(HttpServletRequest request) {
    Cookie[] cookies = request.getCookies();
    return cookies == null
        ? Optional.empty()
        : Stream.of(cookies)
            .filter(cookie -> cookie.getName().equals(name()))
            .map(Cookie::getValue)
            .findFirst();
  }

  /** Returns the value of Set-Cookie for a session; it expires with the session. */
  String of(String session) {
    return ResponseCookie.from(name(), session)
        .path("/")
        .httpOnly(true)
        .secure(isSecure)
        .sameSite("Lax")
        .maxAge(SignIns.SESSION_TIME)
        .build()
        .toString();
  }

  /**
   * Returns true for a write that may come from a page of another site, for which a browser sends
   * the cookie too.
   */
  public boolean isCrossSite(HttpServletRequest request) {
    if (SAFE_METHODS.contains(request.getMethod())) {
      return false;
    }
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    String host = request.getHeader(HttpHeaders.HOST);
    return request.getHeader(CLIENT_HEADER) == null
        || !((isSecure ? "https://" : "http://") + host).equals(origin);
  }
}
