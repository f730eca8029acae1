package dev.pawl.server.audit;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Doorkeeper;
import dev.pawl.server.web.AuditDetail;
import dev.pawl.server.web.RequestFilter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Writes down every change, every sign-in and every refusal. What comes thousands of times a second
 * is written down only if it was refused: an execution itself tells who started it.
 */
final class AuditFilter extends RequestFilter {

  private static final Logger LOG = LoggerFactory.getLogger(AuditFilter.class);

  private static final Set<String> LOOKING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

  private static final Set<String> IN_THE_JOURNAL =
      Set.of(
          "POST /api/flows/{flow}/execute",
          "POST /api/flows/executions/{id}/events/{name}",
          "POST /api/events",
          "POST /api/flows/validate");

  /** Looking, but with a session as its result. */
  private static final String SIGN_IN = "GET /signin";

  /** Of a request that came to no door: if it was not turned away, nothing happened at all. */
  private static final String NOWHERE = "-";

  private static final String WORKERS = "POST /api/workers/";

  private final AuditTrail trail;

  AuditFilter(AuditTrail trail) {
    this.trail = trail;
  }

  @Override
  protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    chain.doFilter(request, response);
    Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
    String door = request.getMethod() + " " + (pattern == null ? NOWHERE : pattern);
    if (isWorthIt(request.getMethod(), door, response.getStatus())) {
      write(request, door, response.getStatus());
    }
  }

  private static boolean isWorthIt(String method, String door, int status) {
    if (status == HttpServletResponse.SC_UNAUTHORIZED
        || status == HttpServletResponse.SC_FORBIDDEN) {
      return true;
    }
    if (door.endsWith(NOWHERE)) {
      return false;
    }
    boolean happened =
        status < HttpServletResponse.SC_BAD_REQUEST
            || status >= HttpServletResponse.SC_INTERNAL_SERVER_ERROR;
    return happened
        && (!LOOKING.contains(method) || door.equals(SIGN_IN))
        && !IN_THE_JOURNAL.contains(door)
        && !door.startsWith(WORKERS);
  }

  private void write(HttpServletRequest request, String door, int status) {
    Optional<Caller> caller = Doorkeeper.known(request);
    TenantId tenant = caller.map(Caller::tenant).orElse(AuditTrail.NOBODY);
    AuditEntry entry =
        new AuditEntry(
            Instant.now(),
            caller.map(Caller::name).orElse(""),
            door,
            AuditDetail.target(request),
            status,
            request.getRemoteAddr());
    try {
      trail.append(tenant, entry);
    } catch (UnavailableException away) {
      // What was done is done; the log is the second best place.
      LOG.error("The audit cannot be written: tenant {}, {}", tenant, entry, away);
    }
  }
}
