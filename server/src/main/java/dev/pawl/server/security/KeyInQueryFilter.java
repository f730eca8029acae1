package dev.pawl.server.security;

import dev.pawl.server.problem.DirectProblem;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses requests with an API key in the query: addresses end up in logs and histories. */
final class KeyInQueryFilter extends OncePerRequestFilter {

  private static final Logger LOG = LoggerFactory.getLogger(KeyInQueryFilter.class);

  // Each character may be percent-encoded.
  private static final Pattern KEY =
      Pattern.compile("(?i)(p|%70)(a|%61)(w|%77)(l|%6c)(_|%5f)(%3[0-9]|%6[1-6]|[0-9a-f]){8,}");

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String query = request.getQueryString();
    if (query == null || !KEY.matcher(query).find()) {
      chain.doFilter(request, response);
      return;
    }
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
  }
}
