package dev.pawl.server.tenant;

import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Doorkeeper;
import dev.pawl.server.access.Doors;
import dev.pawl.server.web.RequestFilter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Refuses the starts of a tenant that has used up its share before anything else is done about
 * them: a flood costs the others as much as its refusals do. It stands twice in the way, each time
 * under a name of its own: right behind the filter that knows who calls, and before all others for
 * those who were refused a moment ago, which in a flood is nearly everybody.
 */
final class FloodGate extends RequestFilter {

  private final StartRates rates;
  private final Floods floods;
  private final Function<HttpServletRequest, Optional<Caller>> callers;

  FloodGate(
      StartRates rates, Floods floods, Function<HttpServletRequest, Optional<Caller>> callers) {
    this.rates = rates;
    this.floods = floods;
    this.callers = callers;
  }

  @Override
  protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    OptionalInt most =
        Doors.isStart(request)
            ? callers.apply(request).map(rates::usedUp).orElseGet(OptionalInt::empty)
            : OptionalInt.empty();
    if (most.isPresent()) {
      // Only who is known for sure: what was remembered must not be renewed by itself.
      Doorkeeper.known(request).ifPresent(caller -> floods.add(request, caller));
      StartRates.refuse(response, most.getAsInt());
    } else {
      chain.doFilter(request, response);
    }
  }
}
