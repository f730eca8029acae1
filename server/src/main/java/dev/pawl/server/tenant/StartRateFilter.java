package dev.pawl.server.tenant;

import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Endpoints;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.OptionalInt;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses the starts of a tenant that has used up its rate before their bodies are read, so that a
 * flood of starts costs other tenants little.
 */
final class StartRateFilter extends OncePerRequestFilter {

  private final StartRates rates;

  StartRateFilter(StartRates rates) {
    this.rates = rates;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    OptionalInt limit =
        Endpoints.isStart(request)
            ? Caller.current().map(rates::exceededRate).orElseGet(OptionalInt::empty)
            : OptionalInt.empty();
    if (limit.isPresent()) {
      StartRates.refuse(response, limit.getAsInt());
    } else {
      chain.doFilter(request, response);
    }
  }
}
