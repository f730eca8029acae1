package dev.pawl.server.tenant;

import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Doorkeeper;
import dev.pawl.server.access.Doors;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses the starts of a tenant that has used up its share before anything else is done about
 * them: a flood costs the others as much as its refusals do.
 */
final class FloodGate extends OncePerRequestFilter {

  private final StartRates rates;
  private final Floods floods;

  FloodGate(StartRates rates, Floods floods) {
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
    Optional<Caller> caller = Doorkeeper.known(request);
    OptionalInt most = caller.map(rates::usedUp).orElseGet(OptionalInt::empty);
    if (most.isPresent()) {
      floods.add(request, caller.orElseThrow());
      StartRates.refuse(response, most.getAsInt());
    } else {
      chain.doFilter(request, response);
    }
  }
}
