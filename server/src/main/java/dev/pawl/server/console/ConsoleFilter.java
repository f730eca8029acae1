package dev.pawl.server.console;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Predicate;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Serves the files of the web console, and its page for all paths that browsers open and that are
 * no endpoint: the console itself shows what the path names. None of it needs a key.
 */
final class ConsoleFilter extends OncePerRequestFilter {

  private static final Set<String> METHODS = Set.of("GET", "HEAD");

  private final ConsolePage page;
  private final ConsoleFiles files = new ConsoleFiles();
  private final Predicate<HttpServletRequest> isEndpoint;

  ConsoleFilter(ConsolePage page, Predicate<HttpServletRequest> isEndpoint) {
    this.page = page;
    this.isEndpoint = isEndpoint;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (!METHODS.contains(request.getMethod()) || isEndpoint.test(request)) {
      chain.doFilter(request, response);
    } else if (ConsolePage.isWantedBy(request)) {
      byte[] bytes = page.prepare(response).getBytes(StandardCharsets.UTF_8);
      response.setContentLength(bytes.length);
      if (!request.getMethod().equals("HEAD")) {
        response.getOutputStream().write(bytes);
      }
    } else if (!files.write(request, response)) {
      chain.doFilter(request, response);
    }
  }
}
