package dev.pawl.server.once;

import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Doorkeeper;
import dev.pawl.server.problem.DirectProblem;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Gives the first answer to whoever repeats a write with the same {@code Idempotency-Key}. Starts
 * and letters to executions do that themselves, in the very transaction that makes them durable,
 * and pay nothing here.
 */
public final class OnceFilter extends OncePerRequestFilter {

  static final String KEY = "Idempotency-Key";

  /** Said of an answer that was given before. */
  static final String REPLAYED = "Idempotency-Replayed";

  private static final Set<String> WRITES = Set.of("POST", "PUT", "DELETE");

  private static final Pattern KNOWS_ITS_KEY =
      Pattern.compile("/api/flows/[^/]+/execute|/api/flows/executions/[^/]+/events/[^/]+");

  /** What is shown this one time is not kept. */
  private static final Set<String> SECRETS =
      Set.of("/api/keys", "/api/session/link", "/api/tenants");

  private static final Pattern USABLE = Pattern.compile("[\\x21-\\x7e]{1,200}");

  private static final int LONGEST_BODY = 4 * 1024 * 1024;

  private final Answered answered;

  OnceFilter(Answered answered) {
    this.answered = answered;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return request.getHeader(KEY) == null
        || !WRITES.contains(request.getMethod())
        || KNOWS_ITS_KEY.matcher(request.getRequestURI()).matches();
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String key = request.getHeader(KEY);
    Optional<Caller> caller = Doorkeeper.known(request);
    if (caller.isEmpty()) {
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
    byte[] body = request.getInputStream().readNBytes(LONGEST_BODY + 1);
    if (body.length > LONGEST_BODY) {
      DirectProblem.write(
          response,
          HttpStatus.CONTENT_TOO_LARGE.value(),
          "too-large",
          "a body has at most " + LONGEST_BODY + " bytes; send less");
      return;
    }
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
      case Answered.Claim.Done(Answered.Answer answer) -> replay(request, answer, response);
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
        boolean secret = SECRETS.contains(request.getRequestURI());
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

  private static void replay(
      HttpServletRequest request, Answered.Answer answer, HttpServletResponse response)
      throws IOException {
    response.setHeader(REPLAYED, "true");
    if (SECRETS.contains(request.getRequestURI())) {
      DirectProblem.write(
          response,
          HttpStatus.CONFLICT.value(),
          "shown-once",
          "that was done, and its answer is shown once; what was lost must be revoked and issued"
              + " anew");
      return;
    }
    response.setStatus(answer.status());
    if (!answer.type().isEmpty()) {
      response.setContentType(answer.type());
    }
    if (!answer.location().isEmpty()) {
      response.setHeader(HttpHeaders.LOCATION, answer.location());
    }
    response.getOutputStream().write(answer.body());
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static byte[] digest(HttpServletRequest request, byte[] body) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      String head =
          request.getMethod()
              + "\n"
              + request.getRequestURI()
              + "\n"
              + orEmpty(request.getQueryString())
              + "\n"
              + orEmpty(request.getHeader(HttpHeaders.IF_MATCH))
              + "\n";
      digest.update(head.getBytes(StandardCharsets.UTF_8));
      return digest.digest(body);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
