package dev.pawl.server.tenant;

import dev.pawl.server.access.Doors;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.OptionalInt;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses what the {@link FloodGate} has just refused, before anybody looks at the request: of a
 * flood that is nearly all, and it costs the others as much as its refusals do.
 */
final class FloodWall extends OncePerRequestFilter {

  private final StartRates rates;
  private final Floods floods;

  FloodWall(StartRates rates, Floods floods) {
    this.rates = rates;
    this.floods = floods;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return !Doors.isStart(request);
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    OptionalInt most = floods.known(request).map(rates::usedUp).orElseGet(OptionalInt::empty);
    if (most.isPresent()) {
      StartRates.refuse(response, most.getAsInt());
    } else {
      chain.doFilter(request, response);
    }
  }
}
