package dev.pawl.server.tenant;

import dev.pawl.engine.store.TenantId;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Endpoints;
import dev.pawl.server.guard.TokenBucket;
import dev.pawl.server.problem.ApiException;
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

/** Limits the starts of executions per second, tenant and node. */
public final class StartRates implements HandlerInterceptor {

  /** The paths of endpoints that start executions. */
  static final String[] ENDPOINTS = {Endpoints.START, Endpoints.TEST, Endpoints.RETRY};

  private static final String CODE = "too-many-starts";

  private final Map<TenantId, TokenBucket> buckets = new ConcurrentHashMap<>();
  private final Tenants tenants;

  StartRates(Tenants tenants) {
    this.tenants = tenants;
  }

  /** Counts a start; returns false if the tenant has used up its rate. */
  public boolean mayStart(TenantId tenant) {
    return mayStart(tenant, tenants.startRate(tenant));
  }

  /**
   * Counts a start.
   *
   * @param most the rate of the tenant; empty if it is not limited
   * @throws ApiException if the tenant has used it up
   */
  public void take(TenantId tenant, OptionalInt most) {
    if (!mayStart(tenant, most)) {
      throw ApiException.tooMany(CODE, detail(most.getAsInt()));
    }
  }

  private boolean mayStart(TenantId tenant, OptionalInt most) {
    return most.isEmpty() || bucket(tenant, most.getAsInt()).take(System.nanoTime());
  }

  @Override
  public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
      throws IOException {
    Caller caller = Caller.current().orElseThrow();
    OptionalInt most = caller.standing().startsPerSecond();
    if (!request.getMethod().equals("POST") || mayStart(caller.tenant(), most)) {
      return true;
    }
    refuse(response, most.orElseThrow());
    return false;
  }

  /** Returns the rate of a caller whose tenant has used it up; empty if it may start now. */
  OptionalInt exceededRate(Caller caller) {
    OptionalInt most = caller.standing().startsPerSecond();
    TokenBucket known = buckets.get(caller.tenant());
    // A cached caller may have an old limit, which must not replace the bucket.
    boolean isUsedUp =
        known != null
            && most.isPresent()
            && known.perSecond() == most.getAsInt()
            && known.isEmpty(System.nanoTime());
    return isUsedUp ? most : OptionalInt.empty();
  }

  static void refuse(HttpServletResponse response, int most) throws IOException {
    response.setHeader(HttpHeaders.RETRY_AFTER, "1");
    DirectProblem.write(response, HttpStatus.TOO_MANY_REQUESTS.value(), CODE, detail(most));
  }

  private static String detail(int most) {
    return "this tenant may start %d executions per second on a node; try again in a second"
        .formatted(most);
  }

  private TokenBucket bucket(TenantId tenant, int perSecond) {
    return buckets.compute(
        tenant,
        (one, known) ->
            known != null && known.perSecond() == perSecond
                ? known
                : new TokenBucket(perSecond, perSecond, System.nanoTime()));
  }
}
