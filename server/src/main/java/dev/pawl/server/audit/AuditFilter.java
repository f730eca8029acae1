package dev.pawl.server.audit;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.server.access.Caller;
import dev.pawl.server.problem.DatabaseTrouble;
import dev.pawl.server.problem.DirectProblem;
import dev.pawl.server.web.ApiJson;
import dev.pawl.server.web.AuditDetail;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Writes an audit entry for every change, sign-in and refusal before the response is sent. Refusals
 * without a valid key are counted and written later. Very frequent requests, such as starts, are
 * written only if refused, because the journal records who started an execution.
 */
final class AuditFilter extends OncePerRequestFilter {

  private static final Logger LOG = LoggerFactory.getLogger(AuditFilter.class);

  private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

  private static final Set<String> JOURNALED_ENDPOINTS =
      Set.of(
          "POST /api/flows/{flow}/execute",
          "POST /api/flows/executions/{id}/events/{name}",
          "POST /api/events",
          "POST /api/webhooks/{path}/{*more}",
          "POST /api/flows/validate",
          "POST /api/events/try",
          "POST /api/rejected/try");

  /** A GET request that is audited because it creates a session. */
  private static final String SIGN_IN = "GET /signin";

  /**
   * Placeholder for requests that match no endpoint; they have no effect and are audited only if
   * refused.
   */
  private static final String NO_TARGET = "-";

  private static final String WORKER_ENDPOINTS = "POST /api/workers/";

  /** Paths whose responses are too frequent, or streamed, and therefore not buffered. */
  private static final Pattern FREQUENT_ENDPOINTS =
      Pattern.compile(
          "/api/workers/.*|/api/flows/[^/]+/execute|/api/flows/executions/[^/]+/events/[^/]+"
              + "|/api/events|/api/webhooks/.*|/api/flows/validate");

  private final AuditWriter writer;
  private final AnonymousRefusals anonymous;
  private final ApiJson json;

  AuditFilter(AuditWriter writer, AnonymousRefusals anonymous, ApiJson json) {
    this.json = json;
    this.writer = writer;
    this.anonymous = anonymous;
  }

  /**
   * Buffers the responses of changes until their audit entry is durable; refusals are short and
   * stay in the buffer of the server anyway.
   */
  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (SAFE_METHODS.contains(request.getMethod())
        || FREQUENT_ENDPOINTS.matcher(request.getRequestURI()).matches()) {
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

  private static boolean isAudited(String method, String endpoint, int status) {
    if (isRefusal(status)) {
      return true;
    }
    if (endpoint.endsWith(NO_TARGET)) {
      return false;
    }
    boolean happened =
        status < HttpServletResponse.SC_BAD_REQUEST
            || status >= HttpServletResponse.SC_INTERNAL_SERVER_ERROR;
    return happened
        && (!SAFE_METHODS.contains(method) || endpoint.equals(SIGN_IN))
        && !JOURNALED_ENDPOINTS.contains(endpoint)
        && !endpoint.startsWith(WORKER_ENDPOINTS);
  }

  private static boolean isRefusal(int status) {
    return status == HttpServletResponse.SC_UNAUTHORIZED
        || status == HttpServletResponse.SC_FORBIDDEN;
  }

  /**
   * Writes the audit entry of a request if it needs one.
   *
   * @return true if the response can be sent; false if an error was written instead
   */
  private boolean write(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
    String endpoint = request.getMethod() + " " + (pattern == null ? NO_TARGET : pattern);
    int status = response.getStatus();
    if (!isAudited(request.getMethod(), endpoint, status)) {
      return true;
    }
    Optional<Caller> caller = Caller.current();
    AuditEntry entry =
        new AuditEntry(
                Instant.now(),
                caller.map(Caller::name).orElse(""),
                endpoint,
                AuditDetail.target(request),
                status,
                request.getRemoteAddr())
            .withChange(change(request, status));
    if (caller.isEmpty() && isRefusal(status)) {
      anonymous.count(entry);
      return true;
    }
    TenantId tenant = caller.map(Caller::tenant).orElse(AuditTrail.ANONYMOUS);
    try {
      writer.append(tenant, entry);
      return true;
    } catch (UnavailableException away) {
      // The change cannot be undone, so the entry at least goes to the log.
      LOG.error("The audit cannot be written: tenant {}, {}", tenant, entry, away);
      if (status >= HttpServletResponse.SC_INTERNAL_SERVER_ERROR || response.isCommitted()) {
        return true;
      }
      answerRetryLater(response, DatabaseTrouble.of(away), isRefusal(status));
      return false;
    }
  }

  private AuditChange change(HttpServletRequest request, int status) {
    return AuditDetail.change(request)
        .filter(change -> status < HttpServletResponse.SC_BAD_REQUEST)
        .map(change -> new AuditChange(text(change.before()), text(change.after())))
        .orElse(AuditChange.NONE);
  }

  private String text(@Nullable Object state) {
    return state == null ? "" : json.write(state);
  }

  private static void answerRetryLater(
      HttpServletResponse response, DatabaseTrouble why, boolean isRefusal) throws IOException {
    response.reset();
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
