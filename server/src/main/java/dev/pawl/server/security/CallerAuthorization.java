package dev.pawl.server.security;

import dev.pawl.server.access.CallerAuthentication;
import dev.pawl.server.access.SessionCookie;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;

/**
 * Requires a verified caller whose tenant is not suspended, and protects sessions from requests
 * that other sites make a browser send. Which endpoints the caller may call is checked by the
 * interceptor of the package access, for the controller method that Spring MVC has chosen.
 */
final class CallerAuthorization implements AuthorizationManager<RequestAuthorizationContext> {

  private static final Refusal CROSS_SITE =
      new Refusal(
          "cross-site",
          "a session may change things only from this server's own pages: send "
              + SessionCookie.CLIENT_HEADER
              + " and an Origin that is this server, or use a key");

  private static final Refusal SUSPENDED =
      new Refusal(
          "tenant-suspended", "this tenant is suspended; ask the platform's administrators");

  private final SessionCookie cookie;

  CallerAuthorization(SessionCookie cookie) {
    this.cookie = cookie;
  }

  /** A denial with the code and the detail of its problem. */
  record Refusal(String code, String detail) implements AuthorizationResult {

    @Override
    public boolean isGranted() {
      return false;
    }
  }

  @Override
  public AuthorizationResult authorize(
      Supplier<? extends @Nullable Authentication> authentication,
      RequestAuthorizationContext context) {
    if (!(authentication.get() instanceof CallerAuthentication known)) {
      return new AuthorizationDecision(false);
    }
    if (known.isBySession() && cookie.isCrossSite(context.getRequest())) {
      return CROSS_SITE;
    }
    return known.caller().standing().suspended() ? SUSPENDED : new AuthorizationDecision(true);
  }
}
