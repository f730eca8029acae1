package dev.pawl.server.once;

import dev.pawl.postgres.row.Sha256;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Doorkeeper;
import dev.pawl.server.access.Doors;
import dev.pawl.server.problem.DirectProblem;
import dev.pawl.server.web.RequestFilter;
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
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Sees to it that whoever repeats a write with the same {@code Idempotency-Key} gets the first
 * answer again. Starts and letters to executions do that themselves, in the very transaction that
 * makes them durable, and pay nothing here.
 */
public final class OnceFilter extends RequestFilter {

  static final String KEY = "Idempotency-Key";

  private static final Set<String> WRITES = Set.of("POST", "PUT", "DELETE");

  private static final Pattern LETTERS =
      Pattern.compile("/api/flows/executions/[^/]+/events/[^/]+");

  private static final Pattern USABLE = Pattern.compile("[\\x21-\\x7e]{1,200}");

  private final Answered answered;

  OnceFilter(Answered answered) {
    this.answered = answered;
  }

  @Override
  protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String key = request.getHeader(KEY);
    Optional<Caller> caller = Doorkeeper.known(request);
    if (key == null || !WRITES.contains(request.getMethod()) || caller.isEmpty()) {
      chain.doFilter(request, response);
      return;
    }
    if (!USABLE.matcher(key).matches()) {
      DirectProblem.write(
          response,
          HttpStatus.BAD_REQUEST.value(),
          "malformed",
          KEY + " has 1 to 200 characters, all of them visible ones of ASCII");
      return;
    }
    if (Doors.isStart(request) || LETTERS.matcher(request.getRequestURI()).matches()) {
      chain.doFilter(request, response);
      return;
    }
    // How long it may be was seen to before.
    byte[] body = request.getInputStream().readAllBytes();
    Answered.Request asked =
        new Answered.Request(caller.get().tenant(), key, digest(request, body));
    switch (answered.claim(asked)) {
      case Answered.Claim.Mine mine -> once(asked, new ReadRequest(request, body), response, chain);
      case Answered.Claim.InProgress busy -> {
        response.setHeader(HttpHeaders.RETRY_AFTER, "1");
        DirectProblem.write(
            response,
            HttpStatus.CONFLICT.value(),
            "in-progress",
            "a request with this " + KEY + " is under way; ask again for its answer");
      }
      case Answered.Claim.Reused reused ->
          DirectProblem.write(
              response,
              HttpStatus.UNPROCESSABLE_CONTENT.value(),
              "idempotency-key-reused",
              "this " + KEY + " came with another request; use a new one for each");
      case Answered.Claim.Done(Answered.Answer answer) -> {
        Replay.prepare(request, answer);
        chain.doFilter(new ReadRequest(request, body), response);
      }
    }
  }

  private void once(
      Answered.Request asked,
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
        boolean secret = Replay.isSecret(request);
        answered.answer(
            asked,
            new Answered.Answer(
                kept.getStatus(),
                orEmpty(kept.getContentType()),
                orEmpty(kept.getHeader(HttpHeaders.LOCATION)),
                secret ? new byte[0] : kept.getContentAsByteArray()));
      }
    } finally {
      if (!done) {
        answered.release(asked);
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
