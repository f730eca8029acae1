package dev.pawl.server.outbound;

import dev.pawl.engine.store.Breaker;
import dev.pawl.engine.store.Breakers;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.store.PostgresStore;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The endpoints for the circuit breakers of a tenant. */
@RestController
public final class BreakersController {

  private final Breakers breakers;

  BreakersController(PostgresStore store, TenantDatabase tenanted) {
    this.breakers = store.breakers(tenanted);
  }

  @GetMapping("/api/breakers")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Lists the circuit breakers of the tenant that are not closed.")
  Listing<BreakerView> list(
      Caller caller,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    return Listing.of(
        breakers.list(caller.tenant()).stream()
            .map(BreakerView::of)
            .filter(breaker -> breaker.downstream().compareTo(after) > 0)
            .sorted((one, other) -> one.downstream().compareTo(other.downstream()))
            .limit(limit)
            .toList(),
        limit,
        BreakerView::downstream);
  }

  @PostMapping("/api/breakers/{downstream}/close")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary = "Begins the release of the calls that an open circuit breaker holds.")
  BreakerView close(Caller caller, @PathVariable String downstream) {
    Breaker.Key key = new Breaker.Key(caller.tenant(), downstream);
    breakers.release(key);
    return breakers
        .find(key)
        .map(BreakerView::of)
        .orElseThrow(() -> ApiException.notFound("open circuit breaker of '" + downstream + "'"));
  }
}
