package dev.pawl.server.tenant;

import dev.pawl.engine.store.TenantId;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Doorkeeper;
import dev.pawl.server.access.Doors;
import dev.pawl.server.guard.Bucket;
import dev.pawl.server.problem.DirectProblem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.HandlerInterceptor;

/** Keeps a tenant that starts too much from taking the node away from the others. */
public final class StartRates implements HandlerInterceptor {

  /** The doors that start something. */
  static final String[] DOORS = {Doors.START, Doors.TEST, Doors.RETRY};

  private final Map<TenantId, Bucket> buckets = new ConcurrentHashMap<>();
  private final Tenants tenants;

  StartRates(Tenants tenants) {
    this.tenants = tenants;
  }

  /** Whether this tenant may start one more now; if so, it counts as started. */
  public boolean mayStart(TenantId tenant) {
    return mayStart(tenant, tenants.startsPerSecond(tenant));
  }

  private boolean mayStart(TenantId tenant, OptionalInt most) {
    return most.isEmpty() || bucket(tenant, most.getAsInt()).take(System.nanoTime());
  }

  @Override
  public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
      throws IOException {
    Caller caller = Doorkeeper.caller(request);
    OptionalInt most = caller.standing().startsPerSecond();
    if (!request.getMethod().equals("POST") || mayStart(caller.tenant(), most)) {
      return true;
    }
    refuse(response, most.orElseThrow());
    return false;
  }

  /** Whether this caller could start nothing now anyhow. */
  OptionalInt usedUp(Caller caller) {
    OptionalInt most = caller.standing().startsPerSecond();
    Bucket known = buckets.get(caller.tenant());
    // What is known of a limit may be older here than elsewhere: it must not begin a new count.
    boolean isUsedUp =
        known != null
            && most.isPresent()
            && known.perSecond() == most.getAsInt()
            && known.isEmpty(System.nanoTime());
    return isUsedUp ? most : OptionalInt.empty();
  }

  static void refuse(HttpServletResponse response, int most) throws IOException {
    response.setHeader(HttpHeaders.RETRY_AFTER, "1");
    DirectProblem.write(
        response,
        HttpStatus.TOO_MANY_REQUESTS.value(),
        "too-many-starts",
        // Put together like this since it is said thousands of times a second.
        "this tenant may start "
            + most
            + " executions per second on a node; try again in a second");
  }

  private Bucket bucket(TenantId tenant, int perSecond) {
    return buckets.compute(
        tenant,
        (one, known) ->
            known != null && known.perSecond() == perSecond
                ? known
                : new Bucket(perSecond, perSecond, System.nanoTime()));
  }
}
