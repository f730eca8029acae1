package dev.pawl.server.access;

import dev.pawl.server.guard.Strangers;
import dev.pawl.server.problem.DirectProblem;
import dev.pawl.server.web.RequestFilter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** Nobody comes in without a key, or a session. What is wrong with one is not told. */
public final class KeyFilter extends RequestFilter {

  private static final Logger LOG = LoggerFactory.getLogger(KeyFilter.class);

  private static final Set<String> OPEN =
      Set.of("/", SignInController.PATH, "/health/live", "/health/ready");

  private final Callers callers;
  private final SessionCookie cookie;
  private final Strangers strangers;

  KeyFilter(Callers callers, SessionCookie cookie, Strangers strangers) {
    this.callers = callers;
    this.cookie = cookie;
    this.strangers = strangers;
  }

  @Override
  protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (KeyInQuery.isIn(request)) {
      LOG.warn(
          "A key came in the query of {} {} from {} and was refused; revoke it, for it is in logs",
          request.getMethod(),
          request.getRequestURI(),
          request.getRemoteAddr());
      DirectProblem.write(
          response,
          HttpServletResponse.SC_BAD_REQUEST,
          "key-in-query",
          "a key in an address ends up in logs: revoke it, and send keys as Authorization: Bearer");
    } else if (OPEN.contains(request.getRequestURI())) {
      chain.doFilter(request, response);
    } else {
      admit(request, response, chain);
    }
  }

  private void admit(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Optional<Caller> caller = callers.of(request);
    if (caller.isEmpty()) {
      turnAway(request, response);
      return;
    }
    Doorkeeper.introduce(request, caller.get());
    if (Callers.isByCookie(request) && cookie.isFromElsewhere(request)) {
      DirectProblem.write(
          response,
          HttpServletResponse.SC_FORBIDDEN,
          "cross-site",
          "a session may change things only from this server's own pages: send "
              + SessionCookie.CLIENT
              + " and an Origin that is this server, or use a key");
    } else if (caller.get().standing().suspended()) {
      DirectProblem.write(
          response,
          HttpServletResponse.SC_FORBIDDEN,
          "tenant-suspended",
          "this tenant is suspended; ask the platform's administrators");
    } else {
      chain.doFilter(request, response);
    }
  }

  private void turnAway(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (strangers.mayTry(request.getRemoteAddr())) {
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
      DirectProblem.write(
          response,
          HttpServletResponse.SC_UNAUTHORIZED,
          "unauthorized",
          "send a valid key as Authorization: Bearer pawl_...");
    } else {
      response.setHeader(HttpHeaders.RETRY_AFTER, "1");
      DirectProblem.write(
          response, HttpStatus.TOO_MANY_REQUESTS.value(), Strangers.CODE, Strangers.DETAIL);
    }
  }
}
