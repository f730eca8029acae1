package dev.pawl.server.idempotency;

import dev.pawl.postgres.row.Sha256;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Endpoints;
import dev.pawl.server.problem.DirectProblem;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Returns the stored response of a write that is repeated with the same {@code Idempotency-Key}.
 * Starts and messages to executions are idempotent by themselves, in the transaction that makes
 * them durable, and are not stored here.
 */
public final class IdempotencyFilter extends OncePerRequestFilter {

  static final String KEY = "Idempotency-Key";

  private static final Set<String> WRITES = Set.of("POST", "PUT", "DELETE");

  private static final Pattern MESSAGES =
      Pattern.compile("/api/flows/executions/[^/]+/events/[^/]+");

  private static final Pattern USABLE = Pattern.compile("[\\x21-\\x7e]{1,200}");

  private final IdempotencyStore responses;

  IdempotencyFilter(IdempotencyStore responses) {
    this.responses = responses;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String key = request.getHeader(KEY);
    Optional<Caller> caller = Caller.current();
    if (key == null || !WRITES.contains(request.getMethod()) || caller.isEmpty()) {
      chain.doFilter(request, response);
      return;
    }
    if (!USABLE.matcher(key).matches()) {
      DirectProblem.write(
          response,
          HttpStatus.BAD_REQUEST.value(),
          "malformed",
          KEY + ": allowed are 1 to 200 visible ASCII characters");
      return;
    }
    if (Endpoints.isStart(request) || MESSAGES.matcher(request.getRequestURI()).matches()) {
      chain.doFilter(request, response);
      return;
    }
    // Its size is limited by an earlier filter.
    byte[] body = request.getInputStream().readAllBytes();
    IdempotencyStore.IdempotentRequest asked =
        new IdempotencyStore.IdempotentRequest(caller.get().tenant(), key, digest(request, body));
    switch (responses.claim(asked)) {
      case IdempotencyStore.KeyClaim.Acquired mine ->
          handleOnce(asked, new ReadRequest(request, body), response, chain);
      case IdempotencyStore.KeyClaim.InProgress busy -> {
        response.setHeader(HttpHeaders.RETRY_AFTER, "1");
        DirectProblem.write(
            response,
            HttpStatus.CONFLICT.value(),
            "in-progress",
            "a request with this " + KEY + " is in progress; repeat it later for its response");
      }
      case IdempotencyStore.KeyClaim.Reused reused ->
          DirectProblem.write(
              response,
              HttpStatus.UNPROCESSABLE_CONTENT.value(),
              "idempotency-key-reused",
              "this " + KEY + " came with another request; use a new one for each");
      case IdempotencyStore.KeyClaim.Completed(IdempotencyStore.SavedResponse answer) -> {
        StoredResponse.prepare(request, answer);
        chain.doFilter(new ReadRequest(request, body), response);
      }
    }
  }

  private void handleOnce(
      IdempotencyStore.IdempotentRequest asked,
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain chain)
      throws ServletException, IOException {
    ContentCachingResponseWrapper kept = new ContentCachingResponseWrapper(response);
    boolean done = false;
    try {
      chain.doFilter(request, kept);
      done = kept.getStatus() < HttpStatus.BAD_REQUEST.value();
      if (done) {
        boolean secret = StoredResponse.isSecret(request);
        responses.saveResponse(
            asked,
            new IdempotencyStore.SavedResponse(
                kept.getStatus(),
                orEmpty(kept.getContentType()),
                orEmpty(kept.getHeader(HttpHeaders.LOCATION)),
                secret ? new byte[0] : kept.getContentAsByteArray()));
      }
    } finally {
      if (!done) {
        responses.release(asked);
      }
    }
    kept.copyBodyToResponse();
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static byte[] digest(HttpServletRequest request, byte[] body) {
    String head =
        request.getMethod()
            + "\n"
            + request.getRequestURI()
            + "\n"
            + orEmpty(request.getQueryString())
            + "\n"
            + orEmpty(request.getHeader(HttpHeaders.IF_MATCH))
            + "\n";
    return Sha256.of(head.getBytes(StandardCharsets.UTF_8), body);
  }
}
