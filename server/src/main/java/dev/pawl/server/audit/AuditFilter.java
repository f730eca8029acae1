package dev.pawl.server.audit;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Doorkeeper;
import dev.pawl.server.guard.AnswerHeaders;
import dev.pawl.server.problem.Away;
import dev.pawl.server.problem.DirectProblem;
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
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Writes down every change, every sign-in and every refusal before it is answered; what is refused
 * to those without a valid key is counted, and written down soon. What comes thousands of times a
 * second is written down only if it was refused: an execution itself tells who started it.
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

  /** What is answered so often, or so bit by bit, that its answers are not held back whole. */
  private static final Pattern OFTEN =
      Pattern.compile(
          "/api/workers/.*|/api/flows/[^/]+/execute|/api/flows/executions/[^/]+/events/[^/]+"
              + "|/api/events|/api/flows/validate");

  private final AuditWriter writer;
  private final AnonymousRefusals anonymous;

  AuditFilter(AuditWriter writer, AnonymousRefusals anonymous) {
    this.writer = writer;
    this.anonymous = anonymous;
  }

  /** Nobody is answered before the entry is durable; what is refused is short and held anyway. */
  @Override
  protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (LOOKING.contains(request.getMethod()) || OFTEN.matcher(request.getRequestURI()).matches()) {
      chain.doFilter(request, response);
      write(request, response);
      return;
    }
    ContentCachingResponseWrapper held = new ContentCachingResponseWrapper(response);
    chain.doFilter(request, held);
    if (write(request, response)) {
      held.copyBodyToResponse();
    }
  }

  private static boolean isWorthIt(String method, String door, int status) {
    if (isRefusal(status)) {
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

  private static boolean isRefusal(int status) {
    return status == HttpServletResponse.SC_UNAUTHORIZED
        || status == HttpServletResponse.SC_FORBIDDEN;
  }

  /**
   * Writes down what deserves it.
   *
   * @return whether the request can be answered as it was to be
   */
  private boolean write(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
    String door = request.getMethod() + " " + (pattern == null ? NOWHERE : pattern);
    int status = response.getStatus();
    if (!isWorthIt(request.getMethod(), door, status)) {
      return true;
    }
    Optional<Caller> caller = Doorkeeper.known(request);
    AuditEntry entry =
        new AuditEntry(
            Instant.now(),
            caller.map(Caller::name).orElse(""),
            door,
            AuditDetail.target(request),
            status,
            request.getRemoteAddr());
    if (caller.isEmpty() && isRefusal(status)) {
      anonymous.count(entry);
      return true;
    }
    TenantId tenant = caller.map(Caller::tenant).orElse(AuditTrail.NOBODY);
    try {
      writer.append(tenant, entry);
      return true;
    } catch (UnavailableException away) {
      // What was done is done; the log is the second best place.
      LOG.error("The audit cannot be written: tenant {}, {}", tenant, entry, away);
      if (status >= HttpServletResponse.SC_INTERNAL_SERVER_ERROR || response.isCommitted()) {
        return true;
      }
      answerLater(response, Away.of(away), isRefusal(status));
      return false;
    }
  }

  private static void answerLater(HttpServletResponse response, Away why, boolean isRefusal)
      throws IOException {
    response.reset();
    AnswerHeaders.putOn(response);
    response.setHeader(HttpHeaders.RETRY_AFTER, "1");
    DirectProblem.write(
        response,
        HttpServletResponse.SC_SERVICE_UNAVAILABLE,
        why.code(),
        isRefusal
            ? why.detail()
            : "this may have been done, but the audit cannot be written; look before you try it"
                + " again, or send it again with the same Idempotency-Key");
  }
}
