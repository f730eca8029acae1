package dev.pawl.server.guard;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Replaces the remote address of a request by the last address of X-Forwarded-For, which the proxy
 * has added itself. Earlier addresses come from the client and are ignored.
 */
final class ProxiedAddress extends OncePerRequestFilter {

  private static final String FORWARDED = "X-Forwarded-For";

  private static final Pattern ADDRESS = Pattern.compile("[0-9a-fA-F.:]{2,45}");

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Optional<String> address = last(Collections.list(request.getHeaders(FORWARDED)));
    chain.doFilter(
        address
            .map(from -> (HttpServletRequest) new ForwardedRequest(request, from))
            .orElse(request),
        response);
  }

  static Optional<String> last(List<String> headers) {
    if (headers.isEmpty()) {
      return Optional.empty();
    }
    String line = headers.getLast();
    String last = line.substring(line.lastIndexOf(',') + 1).strip();
    return Optional.of(last).filter(text -> ADDRESS.matcher(text).matches());
  }

  private static final class ForwardedRequest extends HttpServletRequestWrapper {

    private final String address;

    ForwardedRequest(HttpServletRequest request, String address) {
      super(request);
      this.address = address;
    }

    @Override
    public String getRemoteAddr() {
      return address;
    }
  }
}
