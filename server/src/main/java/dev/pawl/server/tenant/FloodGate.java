package dev.pawl.server.tenant;

import dev.pawl.server.access.Doorkeeper;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses the starts of a tenant that has used up its share before anything else is done about
 * them: a flood costs the others as much as its refusals do.
 */
final class FloodGate extends OncePerRequestFilter {

  private static final Pattern STARTS = Pattern.compile("/api/flows/[^/]+/execute");

  private final StartRates rates;

  FloodGate(StartRates rates) {
    this.rates = rates;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return !request.getMethod().equals("POST")
        || !STARTS.matcher(request.getRequestURI()).matches();
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    OptionalInt most = Doorkeeper.known(request).map(rates::usedUp).orElseGet(OptionalInt::empty);
    if (most.isPresent()) {
      StartRates.refuse(response, most.getAsInt());
    } else {
      chain.doFilter(request, response);
    }
  }
}
