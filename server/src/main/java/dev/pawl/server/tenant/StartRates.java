package dev.pawl.server.tenant;

import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Doorkeeper;
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
final class StartRates implements HandlerInterceptor {

  /** The doors that start something. */
  static final String[] DOORS = {"/api/flows/*/execute", "/api/flows/executions/*/retry"};

  private final Map<Integer, Bucket> buckets = new ConcurrentHashMap<>();

  @Override
  public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
      throws IOException {
    Caller caller = Doorkeeper.caller(request);
    OptionalInt most = caller.standing().startsPerSecond();
    if (most.isEmpty() || bucket(caller, most.getAsInt()).take(System.nanoTime())) {
      return true;
    }
    response.setHeader(HttpHeaders.RETRY_AFTER, "1");
    DirectProblem.write(
        response,
        HttpStatus.TOO_MANY_REQUESTS.value(),
        "too-many-starts",
        "this tenant may start %d executions per second on a node; try again in a second"
            .formatted(most.getAsInt()));
    return false;
  }

  private Bucket bucket(Caller caller, int perSecond) {
    return buckets.compute(
        caller.tenant().value(),
        (tenant, known) ->
            known != null && known.perSecond() == perSecond
                ? known
                : new Bucket(perSecond, perSecond, System.nanoTime()));
  }
}
