package dev.pawl.server.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/** Nobody comes in without a key. What is wrong with one is not told. */
public final class KeyFilter extends OncePerRequestFilter {

  private static final String BEARER = "Bearer ";

  private static final String UNKNOWN =
      """
      {"type":"about:blank","title":"Unauthorized","status":401,"code":"unauthorized",\
      "detail":"send a valid key as Authorization: Bearer pawl_..."}\
      """;

  private final ApiKeys keys;

  public KeyFilter(ApiKeys keys) {
    this.keys = keys;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return request.getRequestURI().startsWith("/health/");
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Optional<Caller> caller =
        key(request.getHeader(HttpHeaders.AUTHORIZATION)).flatMap(keys::caller);
    if (caller.isEmpty()) {
      response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
      response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
      response.getWriter().write(UNKNOWN);
      return;
    }
    Doorkeeper.introduce(request, caller.get());
    chain.doFilter(request, response);
  }

  private static Optional<String> key(@Nullable String header) {
    return header != null && header.startsWith(BEARER)
        ? Optional.of(header.substring(BEARER.length()).strip())
        : Optional.empty();
  }
}
