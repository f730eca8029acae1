package dev.pawl.server.guard;

import dev.pawl.server.web.RequestFilter;
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

/**
 * Where a request comes from, behind a proxy: what the proxy itself saw, which is the last of the
 * addresses it forwards. All before that one is what anybody wrote.
 */
final class ProxiedAddress extends RequestFilter {

  private static final String FORWARDED = "X-Forwarded-For";

  private static final Pattern ADDRESS = Pattern.compile("[0-9a-fA-F.:]{2,45}");

  @Override
  protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Optional<String> address = last(Collections.list(request.getHeaders(FORWARDED)));
    chain.doFilter(
        address.map(from -> (HttpServletRequest) new From(request, from)).orElse(request),
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

  private static final class From extends HttpServletRequestWrapper {

    private final String address;

    From(HttpServletRequest request, String address) {
      super(request);
      this.address = address;
    }

    @Override
    public String getRemoteAddr() {
      return address;
    }
  }
}
