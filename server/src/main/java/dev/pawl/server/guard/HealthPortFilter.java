package dev.pawl.server.guard;

import dev.pawl.server.problem.DirectProblem;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses everything but health checks on the {@link HealthPort}. */
final class HealthPortFilter extends OncePerRequestFilter {

  private static final Set<String> PATHS = Set.of("/health/live", "/health/ready");

  private final HealthPort port;

  HealthPortFilter(HealthPort port) {
    this.port = port;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (request.getLocalPort() == port.number() && !PATHS.contains(request.getRequestURI())) {
      DirectProblem.write(
          response,
          HttpStatus.NOT_FOUND.value(),
          "not-found",
          "this port serves /health/live and /health/ready only");
    } else {
      chain.doFilter(request, response);
    }
  }
}
