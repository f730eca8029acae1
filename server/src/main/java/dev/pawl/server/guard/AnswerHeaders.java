package dev.pawl.server.guard;

import dev.pawl.server.web.RequestFilter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;

/**
 * What browsers are told with every answer: this is data, not a page, nobody may show it in a frame
 * and nobody may keep it. A page of ours says what it needs instead.
 */
public final class AnswerHeaders extends RequestFilter {

  static final Map<String, String> ALL =
      Map.of(
          "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
          "X-Content-Type-Options", "nosniff",
          "X-Frame-Options", "DENY",
          "Referrer-Policy", "no-referrer",
          "Cross-Origin-Resource-Policy", "same-origin",
          "Cache-Control", "no-store");

  /** Also for an answer that is given instead of another one. */
  public static void putOn(HttpServletResponse response) {
    ALL.forEach(response::setHeader);
  }

  @Override
  protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    putOn(response);
    WholeAnswer answer = new WholeAnswer(response);
    chain.doFilter(request, answer);
    if (!request.isAsyncStarted()) {
      answer.send();
    }
  }
}
