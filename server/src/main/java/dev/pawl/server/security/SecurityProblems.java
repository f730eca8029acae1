package dev.pawl.server.security;

import dev.pawl.server.guard.AnonymousRateLimit;
import dev.pawl.server.problem.DirectProblem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;

/**
 * Writes the problems of requests that Spring Security refuses. A missing, unknown, expired or
 * revoked credential gets the same response, which does not reveal the reason; an address that
 * sends many of them is slowed down.
 */
final class SecurityProblems implements AuthenticationEntryPoint, AccessDeniedHandler {

  private final AnonymousRateLimit limit;

  SecurityProblems(AnonymousRateLimit limit) {
    this.limit = limit;
  }

  @Override
  public void commence(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException refused)
      throws IOException {
    if (limit.mayTry(request.getRemoteAddr())) {
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
      DirectProblem.write(
          response,
          HttpServletResponse.SC_UNAUTHORIZED,
          "unauthorized",
          "send a valid key as Authorization: Bearer pawl_...");
    } else {
      response.setHeader(HttpHeaders.RETRY_AFTER, "1");
      DirectProblem.write(
          response,
          HttpStatus.TOO_MANY_REQUESTS.value(),
          AnonymousRateLimit.CODE,
          AnonymousRateLimit.DETAIL);
    }
  }

  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
      throws IOException {
    CallerAuthorization.Refusal refusal =
        denied instanceof AuthorizationDeniedException decided
                && decided.getAuthorizationResult() instanceof CallerAuthorization.Refusal known
            ? known
            : new CallerAuthorization.Refusal("forbidden", "this key may not do that");
    DirectProblem.write(
        response, HttpServletResponse.SC_FORBIDDEN, refusal.code(), refusal.detail());
  }
}
