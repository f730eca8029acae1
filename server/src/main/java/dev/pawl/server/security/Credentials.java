package dev.pawl.server.security;

import dev.pawl.server.access.SessionCookie;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.web.authentication.AuthenticationConverter;

/** Converters that read the credentials of a request. */
final class Credentials {

  private static final String BEARER = "Bearer ";

  private Credentials() {}

  /** Reads the API key from the header Authorization; the scheme may be in any case (RFC 9110). */
  static AuthenticationConverter apiKey() {
    return request -> {
      String header = request.getHeader(HttpHeaders.AUTHORIZATION);
      if (header == null) {
        return null;
      }
      if (!header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
        throw new BadCredentialsException("the scheme of Authorization is not Bearer");
      }
      return new Credential.ApiKey(header.substring(BEARER.length()).strip());
    };
  }

  /** Reads the session from the cookie, unless the request has the header Authorization. */
  static AuthenticationConverter session(SessionCookie cookie) {
    return request -> session(cookie, request);
  }

  private static Credential.@Nullable Session session(
      SessionCookie cookie, HttpServletRequest request) {
    return request.getHeader(HttpHeaders.AUTHORIZATION) != null
        ? null
        : cookie.read(request).map(Credential.Session::new).orElse(null);
  }
}
