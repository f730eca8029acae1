package dev.pawl.server.guard;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Sends each response to its last byte before its request counts as finished. A graceful shutdown
 * waits for requests and then closes their connections; a worker that received only a part of its
 * response would not know about the tasks assigned to it.
 */
final class ResponseCompletionFilter extends OncePerRequestFilter {

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    chain.doFilter(request, response);
    // A response without a body may be an error that ProblemValve still has to describe.
    if (response.isCommitted() && !request.isAsyncStarted()) {
      response.getOutputStream().close();
    }
  }
}
