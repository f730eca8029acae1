package dev.pawl.server.access;

import dev.pawl.engine.store.UnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** Who sent a request, by its key or by its session. */
public final class Callers {

  /** How often who stays for long is asked again. */
  public static final Duration AGAIN = Duration.ofSeconds(5);

  private static final String BEARER = "Bearer ";

  private final ApiKeys keys;
  private final SignIns signIns;
  private final SessionCookie cookie;

  Callers(ApiKeys keys, SignIns signIns, SessionCookie cookie) {
    this.keys = keys;
    this.signIns = signIns;
    this.cookie = cookie;
  }

  static boolean isByCookie(HttpServletRequest request) {
    return request.getHeader(HttpHeaders.AUTHORIZATION) == null;
  }

  Optional<Caller> of(HttpServletRequest request) {
    return isByCookie(request)
        ? cookie.read(request).flatMap(signIns::caller)
        : key(request.getHeader(HttpHeaders.AUTHORIZATION)).flatMap(keys::caller);
  }

  /** Whether a caller who was let look around would be let in again. */
  public boolean isStill(Caller caller, HttpServletRequest request) {
    try {
      return of(request)
          .filter(now -> now.tenant().equals(caller.tenant()))
          .filter(now -> now.may(Permission.READ) && !now.standing().suspended())
          .isPresent();
    } catch (UnavailableException away) {
      // Then there is nothing to be told either.
      return true;
    }
  }

  /** The name of a scheme is the same in any case (RFC 9110, section 11.1). */
  private static Optional<String> key(@Nullable String header) {
    return header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? Optional.of(header.substring(BEARER.length()).strip())
        : Optional.empty();
  }
}
