package dev.pawl.server.access;

import dev.pawl.engine.store.UnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Optional;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.authentication.AuthenticationConverter;

/** Verifies again and again that the caller of a long request still has access. */
public final class Callers {

  /** The time between two checks of the same request. */
  public static final Duration CHECK_INTERVAL = Duration.ofSeconds(5);

  private final AuthenticationConverter credentials;
  private final AuthenticationManager authentication;

  public Callers(AuthenticationConverter credentials, AuthenticationManager authentication) {
    this.credentials = credentials;
    this.authentication = authentication;
  }

  /** Returns true if the credentials of a request still give the same tenant read access. */
  public boolean isAuthorized(Caller caller, HttpServletRequest request) {
    try {
      return authenticate(request)
          .filter(now -> now.tenant().equals(caller.tenant()))
          .filter(now -> now.may(Permission.READ) && !now.standing().suspended())
          .isPresent();
    } catch (UnavailableException away) {
      // Without the database there is nothing to reveal either.
      return true;
    }
  }

  private Optional<Caller> authenticate(HttpServletRequest request) {
    try {
      Authentication credential = credentials.convert(request);
      return credential != null
              && authentication.authenticate(credential) instanceof CallerAuthentication known
          ? Optional.of(known.caller())
          : Optional.empty();
    } catch (AuthenticationException refused) {
      return Optional.empty();
    }
  }
}
